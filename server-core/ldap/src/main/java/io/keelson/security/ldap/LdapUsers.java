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
import com.unboundid.ldap.sdk.SimpleBindRequest;
import io.keelson.security.Account;
import io.keelson.security.DigestAlgorithm;
import io.keelson.security.LdapProviderSettings;
import io.keelson.security.ProviderAwayException;
import io.keelson.security.RealmProvider;
import io.keelson.security.ScramVerifier;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Users in a directory: found as the server, their passwords checked by a bind as themselves. Names stand in filters as values, which the
 * library escapes (RFC 4515, 3); no filter is put together from text. Thread-safe.
 */
final class LdapUsers implements RealmProvider {
    private final String name;
    private final LdapProviderSettings settings;
    private final LdapDirectory directory;
    private final LdapGroups groups;
    private final DN base;
    private final Filter isUser;
    private final SecureRandom random = new SecureRandom();

    /**
     * Asks nobody yet.
     *
     * @throws LDAPException when a filter or a distinguished name of the settings is none
     */
    LdapUsers(String name, LdapProviderSettings settings, LdapDirectory directory) throws LDAPException {
        this.name = name;
        this.settings = settings;
        this.directory = directory;
        this.groups = new LdapGroups(settings);
        this.base = new DN(settings.userBase());
        this.isUser = Filter.create(settings.userFilter());
    }

    @Override
    public Optional<Account> find(String user) throws ProviderAwayException {
        return directory.ask(connection -> {
            List<SearchResultEntry> found = search(connection, user);
            if (found.size() > 1) {
                LdapLog.LOG.ambiguous(user, name);
            }
            if (found.size() != 1) {
                return Optional.empty();
            }
            SearchResultEntry entry = found.get(0);
            String as = entry.getAttributeValue(settings.userAttribute());
            return as == null || entry.getDN().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Entry(entry.getParsedDN(), as, groups.of(connection, entry)));
        });
    }

    private List<SearchResultEntry> search(LDAPConnection connection, String user) throws LDAPException {
        SearchRequest search = new SearchRequest(
                base.toString(),
                SearchScope.SUB,
                Filter.createANDFilter(isUser, Filter.createEqualityFilter(settings.userAttribute(), user)),
                settings.userAttribute(),
                LdapGroups.MEMBER_OF);
        search.setSizeLimit(2);
        search.setTimeLimitSeconds((int) Math.max(1, settings.responseTimeout().toSeconds()));
        try {
            return connection.search(search).getSearchEntries();
        } catch (LDAPSearchException e) {
            if (e.getResultCode() == ResultCode.SIZE_LIMIT_EXCEEDED && e.getEntryCount() > 1) {
                return e.getSearchEntries();
            }
            throw e;
        }
    }

    @Override
    public boolean keepsVerifiers() {
        return false;
    }

    /** A bind as somebody who is not there. */
    @Override
    public void pretend(char[] password) {
        byte[] nobody = new byte[16];
        random.nextBytes(nobody);
        try {
            DN place = new DN(new RDN(settings.userAttribute(), HexFormat.of().formatHex(nobody)), base);
            matches(place, password);
        } catch (ProviderAwayException e) {
            LdapLog.LOG.debugf("nobody could not be checked: %s", e.getMessage());
        }
    }

    @Override
    public void probe() throws ProviderAwayException {
        directory.ask(connection -> {
            SearchRequest read = new SearchRequest(
                    base.toString(),
                    SearchScope.BASE,
                    Filter.createPresenceFilter("objectClass"),
                    SearchRequest.NO_ATTRIBUTES);
            if (connection.searchForEntry(read) == null) {
                throw new LDAPException(ResultCode.NO_SUCH_OBJECT, "there is no " + base);
            }
            return true;
        });
    }

    /** An empty password would be a bind as nobody, which succeeds (RFC 4513, 5.1.2). */
    private boolean matches(DN place, char[] password) throws ProviderAwayException {
        if (password.length == 0 || place.isNullDN()) {
            return false;
        }
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        try {
            return directory.takes(new SimpleBindRequest(place.toString(), bytes));
        } finally {
            Arrays.fill(encoded.array(), (byte) 0);
            Arrays.fill(bytes, (byte) 0);
        }
    }

    @Override
    public void close() {
        directory.close();
    }

    /** A user's entry. */
    private final class Entry implements Account {
        private final DN place;
        private final String as;
        private final Set<String> in;

        Entry(DN place, String as, Set<String> in) {
            this.place = place;
            this.as = as;
            this.in = Set.copyOf(in);
        }

        @Override
        public String name() {
            return as;
        }

        @Override
        public Set<String> groups() {
            return in;
        }

        @Override
        public boolean matches(char[] password) throws ProviderAwayException {
            return LdapUsers.this.matches(place, password);
        }

        @Override
        public @Nullable ScramVerifier verifier() {
            return null;
        }

        @Override
        public @Nullable String ha1(DigestAlgorithm algorithm, String realm) {
            return null;
        }
    }
}
