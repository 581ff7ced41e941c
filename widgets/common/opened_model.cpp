// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/opened_model.h"

namespace quantiscope {

namespace {

/// Keeps the warnings.
class WarningList final : public Feedback
{
public:
    explicit WarningList(const Feedback& target) : m_target(target) { }

    [[nodiscard]] bool isCanceled() const override { return m_target.isCanceled(); }
    void warn(const std::string& message) override { m_warnings.push_back(message); }
    [[nodiscard]] std::vector<std::string> take() { return std::move(m_warnings); }

private:
    const Feedback& m_target;
    std::vector<std::string> m_warnings;
};

} // namespace

Result<OpenedModelPtr> openModel(const std::filesystem::path& path, Feedback& feedback)
{
    WarningList warnings(feedback);
    Result<Model> model = Model::load(path, {.allowQuantized = true}, warnings);
    if (!model)
        return model.error();
    if (feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Cancelled.", path.string()};
    auto opened = std::make_shared<OpenedModel>(std::move(*model));
    opened->warnings = warnings.take();
    return OpenedModelPtr(std::move(opened));
}

} // namespace quantiscope
