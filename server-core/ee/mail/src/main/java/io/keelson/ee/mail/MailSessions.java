package io.keelson.ee.mail;

import io.keelson.kernel.spi.resource.ResourceMaker;
import jakarta.mail.Session;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the mail sessions that applications define by {@code @MailSessionDefinition} and {@code <mail-session>}. Nothing is connected.
 * Thread-safe.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.16 Mail Session resource definition; Jakarta Mail 2.1, Appendix A.
 */
final class MailSessions implements ResourceMaker {
    private static final String TRANSPORT = "transport-protocol";
    private static final String STORE = "store-protocol";
    private static final String SMTP = "smtp";

    /** By the name of a setting: the property of Jakarta Mail. */
    private static final Map<String, String> PROPERTIES = Map.of(
            "host",
            "mail.host",
            "user",
            "mail.user",
            "from",
            "mail.from",
            TRANSPORT,
            "mail.transport.protocol",
            STORE,
            "mail.store.protocol");

    @Override
    public String kind() {
        return "mail-session";
    }

    @Override
    public Made make(Definition definition) throws NamingException {
        Properties properties = properties(definition);
        String user = definition.setting("user");
        String password = definition.setting("password");
        if (password != null && (user == null || user.isEmpty())) {
            throw new NamingException(
                    definition.place() + ": the mail session '" + definition.name() + "' has a password and no user");
        }
        Session session = password == null || user == null
                ? Session.getInstance(properties)
                : Session.getInstance(properties, new Login(user, password));
        return new OfApplication(session);
    }

    private static Properties properties(Definition definition) {
        Properties all = new Properties();
        PROPERTIES.forEach((setting, property) -> put(all, property, definition.setting(setting)));
        String transport = or(definition.setting(TRANSPORT), SMTP);
        put(all, "mail." + transport + ".class", definition.setting("transport-protocol-class"));
        put(
                all,
                "mail." + or(definition.setting(STORE), "imap") + ".class",
                definition.setting("store-protocol-class"));
        if (definition.setting("password") != null) {
            all.setProperty("mail." + transport.toLowerCase(Locale.ROOT) + ".auth", "true");
        }
        all.putAll(definition.properties());
        return all;
    }

    private static String or(@Nullable String value, String absent) {
        return value == null || value.isEmpty() ? absent : value;
    }

    private static void put(Properties all, String property, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            all.setProperty(property, value);
        }
    }

    /** A session that was made; it holds no connection. */
    private record OfApplication(Session session) implements Made {
        @Override
        public Object value() {
            return session;
        }

        @Override
        public void close() {
            // Connections belong to the stores and transports that the application opens.
        }
    }
}
