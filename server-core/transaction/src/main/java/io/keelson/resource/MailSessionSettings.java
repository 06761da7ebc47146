package io.keelson.resource;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mail session of the domain.
 *
 * @param jndiNames names in the server tree; where none is given, mail/ and the session's own
 * @param host the mail server
 * @param transportProtocol by which messages are sent
 * @param storeProtocol by which messages are read
 * @param user for the mail server; null: none is said
 * @param password for the mail server
 * @param passwordFile a file whose first line is the password, relative to the domain
 * @param from the sender of messages that name none
 * @param properties of Jakarta Mail, which go before all else
 */
@Section(value = "mail-sessions.*", help = "A mail session, by which applications send and read mail.")
public record MailSessionSettings(
        @Setting(
                help = "Names in the server tree, as mail/shop; without any mail/ and the session's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(help = "Mail server, as mail.example.org.", change = Change.LIVE) @Nullable
        String host,

        @Setting(help = "Protocol by which messages are sent.", defaultValue = "smtp", change = Change.LIVE)
        String transportProtocol,

        @Setting(help = "Protocol by which messages are read.", defaultValue = "imap", change = Change.LIVE)
        String storeProtocol,

        @Setting(help = "User for the mail server.", change = Change.LIVE) @Nullable
        String user,

        @Setting(
                help = "Password for the mail server; better password-file, or a variable of the environment that"
                        + " overrides this.",
                secret = true,
                change = Change.LIVE)
        @Nullable
        String password,

        @Setting(
                help = "File whose first line is the password, relative to the domain. It is read for each session"
                        + " that is looked up.",
                change = Change.LIVE)
        @Nullable
        Path passwordFile,

        @Setting(help = "Sender of messages that name none.", change = Change.LIVE) @Nullable
        String from,

        @Setting(
                help = "Properties of Jakarta Mail, as mail.smtp.port. Not for passwords: they are shown.",
                change = Change.LIVE)
        Map<String, String> properties) {
    public MailSessionSettings {
        jndiNames = List.copyOf(jndiNames);
        properties = Map.copyOf(properties);
        if (password != null && passwordFile != null) {
            throw new IllegalArgumentException("password and password-file are both given; one of them is enough");
        }
        if ((password != null || passwordFile != null) && (user == null || user.isEmpty())) {
            throw new IllegalArgumentException("a password is given and no user");
        }
    }

    List<String> names(String own) {
        return jndiNames.isEmpty() ? List.of("mail/" + own) : jndiNames;
    }

    /**
     * Returns what the maker of mail sessions takes, by the names of the elements of descriptors.
     *
     * @throws IllegalArgumentException where the file with the password cannot be read
     */
    Map<String, String> elements() {
        Map<String, String> all = new HashMap<>();
        put(all, "host", host);
        put(all, "transport-protocol", transportProtocol);
        put(all, "store-protocol", storeProtocol);
        put(all, "user", user);
        put(all, "password", Secrets.password(password, passwordFile));
        put(all, "from", from);
        return all;
    }

    private static void put(Map<String, String> all, String name, @Nullable String value) {
        if (value != null) {
            all.put(name, value);
        }
    }
}
