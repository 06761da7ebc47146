package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Declared;
import io.keelson.component.descriptor.DescriptorLog;
import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code session-descriptor} of {@code weblogic.xml}. One an element.
 *
 * <p>Specification: weblogic.xml, session-descriptor.
 */
final class WeblogicSessionReader {
    private static final String SHARING = "sharing-enabled";
    private static final int LONGEST_ID = 256;

    /** Elements that a single server has no use for, or does in its own way: nobody will miss them. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "cookie-comment",
            "debug-enabled",
            "jdbc-column-name-max-inactive-interval",
            "jdbc-connection-timeout-secs");

    /** Elements that are missed where they ask for something, each with the value that asks for nothing. */
    private static final Map<String, String> MISSED_UNLESS = Map.of(
            "encode-session-id-in-query-params",
            "false",
            "http-proxy-caching-of-cookies",
            "true",
            "invalidate-on-relogin",
            "false",
            "max-save-post-timeout-secs",
            "",
            SHARING,
            "false");

    private final String application;
    private final boolean ofEnterprise;
    private final Settings found = new Settings();
    private final Map<String, String> other = new LinkedHashMap<>();
    private @Nullable Declared<String> type;

    WeblogicSessionReader(String application) {
        this(application, false);
    }

    private WeblogicSessionReader(String application, boolean ofEnterprise) {
        this.application = application;
        this.ofEnterprise = ofEnterprise;
    }

    /** The one of an EAR, whose web applications share their sessions. */
    static SessionDescriptor ofEnterprise(String application, Element element) throws DeploymentException {
        return new WeblogicSessionReader(application, true).read(element);
    }

    SessionDescriptor read(Element element) throws DeploymentException {
        for (Element child : element.children()) {
            switch (child.name()) {
                case "timeout-secs", // -1 in these: none, or no limit
                        "cookie-max-age-secs",
                        "max-in-memory-sessions",
                        "cache-size",
                        "max-save-post-size" -> number(child, -1);
                case "persistent-async-queue-timeout" -> number(child, 0);
                case "invalidation-interval-secs",
                        "persistent-session-flush-interval",
                        "persistent-session-flush-threshold" -> number(child, 1);
                case "id-length" -> found.put(child.name(), idLength(child), child.location());
                case "cookie-name" -> put(child, CookieText.name(child));
                case "cookie-path" -> put(child, CookieText.path(child));
                case "cookie-domain" -> put(child, CookieText.domain(child));
                case "cookie-secure",
                        "cookie-http-only",
                        "cookies-enabled",
                        "url-rewriting-enabled",
                        "tracking-enabled" -> found.put(child.name(), child.bool(), child.location());
                case "persistent-store-dir",
                        "persistent-data-source-jndi-name",
                        "persistent-store-pool",
                        "persistent-store-table",
                        "persistent-store-cookie-name",
                        "monitoring-attribute-name" -> found.putText(element, child.name());
                case "persistent-store-type" -> type = new Declared<>(child.requiredText(), child.location());
                default -> other(child);
            }
        }
        return new SessionDescriptor(
                found.integer("timeout-secs"),
                found.integer("max-in-memory-sessions"),
                found.integer("id-length"),
                found.text("cookie-name"),
                found.text("cookie-path"),
                found.text("cookie-domain"),
                found.integer("cookie-max-age-secs"),
                found.bool("cookie-secure"),
                found.bool("cookie-http-only"),
                found.bool("cookies-enabled"),
                found.bool("url-rewriting-enabled"),
                found.bool("tracking-enabled"),
                found.integer("max-save-post-size"),
                found.integer("invalidation-interval-secs"),
                found.text("monitoring-attribute-name"),
                persistence(),
                Map.copyOf(other));
    }

    private void number(Element child, int least) throws DeploymentException {
        int value = child.integer();
        if (value < least) {
            throw child.wrong("expected at least " + least + ", found " + value);
        }
        found.put(child.name(), value, child.location());
    }

    private void put(Element child, String text) {
        if (!text.isEmpty()) {
            found.put(child.name(), text, child.location());
        }
    }

    /** Clients take no cookie of more than 4,096 bytes, and the id is in each request. */
    private static int idLength(Element child) throws DeploymentException {
        int length = child.integer();
        if (length < 1 || length > LONGEST_ID) {
            throw child.wrong("expected a length from 1 to " + LONGEST_ID + ", found " + length);
        }
        return length;
    }

    private ServerSettings.Persistence persistence() {
        String source = found.text("persistent-data-source-jndi-name");
        return new ServerSettings.Persistence(
                type,
                found.text("persistent-store-dir"),
                found.integer("cache-size"),
                source == null ? found.text("persistent-store-pool") : source,
                found.text("persistent-store-table"),
                found.text("persistent-store-cookie-name"),
                found.integer("persistent-session-flush-interval"),
                found.integer("persistent-session-flush-threshold"),
                found.integer("persistent-async-queue-timeout"));
    }

    private void other(Element child) {
        String name = child.name();
        boolean missed = MISSED_UNLESS.containsKey(name);
        if (!missed && !WITHOUT_EFFECT.contains(name)) {
            DescriptorLog.LOG.unknownElement(application, child.location(), name, "session-descriptor");
            return;
        }
        other.put(name, child.unappliedText());
        if (missed
                && !(ofEnterprise && name.equals(SHARING))
                && !child.unappliedText().equals(MISSED_UNLESS.get(name))) {
            DescriptorLog.LOG.notApplied(application, child.location(), name);
        }
    }
}
