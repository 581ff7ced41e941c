// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/sample_filter.h"

#include "widgets/data/data_session.h"

namespace quantiscope {

SampleFilter::SampleFilter(DataSession& session, QObject* parent) : QSortFilterProxyModel(parent), m_session(session)
{
    setDynamicSortFilter(false); // nothing that changes in a sample changes whether it is listed
}

QModelIndex SampleFilter::indexOf(std::size_t place) const
{
    return mapFromSource(sourceModel()->index(int(place), 0));
}

bool SampleFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const std::set<std::string>& names = m_session.excerpt().names;
    const std::vector<std::string>& all = m_session.listing().names;
    return names.empty() || (std::size_t(row) < all.size() && names.contains(all[std::size_t(row)]));
}

} // namespace quantiscope
