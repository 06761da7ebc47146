package io.keelson.security.ldap;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.LDAPSearchException;
import com.unboundid.ldap.sdk.RDN;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchRequest;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import io.keelson.security.LdapProviderSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the groups of a user: first their own, then the groups that those are members of, level by level. A circle ends by itself; depth
 * and number are bounded. Immutable.
 */
final class LdapGroups {
    /** More groups than that are not looked into, nor is a user said to be in more. */
    static final int MOST = 1000;

    static final String MEMBER_OF = "memberOf";

    private final LdapProviderSettings settings;
    private final Filter isGroup;
    private final int seconds;

    /** A group: where it is, and what it is called. */
    private record Group(String place, @Nullable String name) {}

    LdapGroups(LdapProviderSettings settings) throws LDAPException {
        this.settings = settings;
        this.isGroup = Filter.create(settings.groupFilter());
        this.seconds = (int) Math.max(1, settings.responseTimeout().toSeconds());
    }

    /** The names of the groups that an entry is in. */
    Set<String> of(LDAPConnection connection, SearchResultEntry user) throws LDAPException {
        Set<String> names = new HashSet<>();
        if (settings.groupSource() == LdapProviderSettings.GroupSource.NONE) {
            return names;
        }
        Set<DN> seen = new HashSet<>();
        List<Group> level = settings.groupSource() == LdapProviderSettings.GroupSource.MEMBER_OF
                ? said(user)
                : search(connection, user.getDN());
        for (int depth = 0; !level.isEmpty(); depth++) {
            List<Group> next = new ArrayList<>();
            for (Group group : level) {
                if (seen.size() >= MOST || !seen.add(new DN(group.place))) {
                    continue;
                }
                if (group.name != null) {
                    names.add(group.name);
                }
                if (depth < settings.groupDepth()) {
                    next.addAll(above(connection, group));
                }
            }
            level = next;
        }
        return names;
    }

    private List<Group> above(LDAPConnection connection, Group group) throws LDAPException {
        if (settings.groupSource() == LdapProviderSettings.GroupSource.SEARCH) {
            return search(connection, group.place);
        }
        SearchRequest read =
                new SearchRequest(group.place, SearchScope.BASE, Filter.createPresenceFilter("objectClass"), MEMBER_OF);
        read.setTimeLimitSeconds(seconds);
        try {
            SearchResultEntry entry = connection.searchForEntry(read);
            return entry == null ? List.of() : said(entry);
        } catch (LDAPSearchException e) {
            if (e.getResultCode() == ResultCode.NO_SUCH_OBJECT
                    || e.getResultCode() == ResultCode.INSUFFICIENT_ACCESS_RIGHTS) {
                return List.of();
            }
            throw e;
        }
    }

    /** Returns the groups that an entry itself names, each with its own name in front. */
    private List<Group> said(SearchResultEntry entry) throws LDAPException {
        List<Group> groups = new ArrayList<>();
        String[] places = entry.getAttributeValues(MEMBER_OF);
        for (String place : places == null ? new String[0] : places) {
            RDN first = new DN(place).getRDN();
            groups.add(new Group(place, first == null ? null : value(first)));
        }
        return groups;
    }

    private @Nullable String value(RDN rdn) {
        String[] names = rdn.getAttributeNames();
        for (int i = 0; i < names.length; i++) {
            if (names[i].equalsIgnoreCase(settings.groupNameAttribute())) {
                return rdn.getAttributeValues()[i];
            }
        }
        return null;
    }

    private List<Group> search(LDAPConnection connection, String member) throws LDAPException {
        SearchRequest search = new SearchRequest(
                settings.groupBase(),
                SearchScope.SUB,
                Filter.createANDFilter(isGroup, Filter.createEqualityFilter(settings.memberAttribute(), member)),
                settings.groupNameAttribute());
        search.setSizeLimit(MOST);
        search.setTimeLimitSeconds(seconds);
        List<SearchResultEntry> found;
        try {
            found = connection.search(search).getSearchEntries();
        } catch (LDAPSearchException e) {
            if (e.getResultCode() != ResultCode.SIZE_LIMIT_EXCEEDED) {
                throw e;
            }
            found = e.getSearchEntries();
        }
        return found.stream()
                .map(entry -> new Group(entry.getDN(), entry.getAttributeValue(settings.groupNameAttribute())))
                .toList();
    }
}
