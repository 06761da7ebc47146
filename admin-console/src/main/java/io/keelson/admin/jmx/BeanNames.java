package io.keelson.admin.jmx;

import java.util.regex.Pattern;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The names of the beans, which stay as they are from version to version. All are {@code io.keelson:server=NAME,type=...}: several
 * servers may be in one JVM. Immutable.
 */
final class BeanNames {
    /** The domain of the names. */
    static final String DOMAIN = "io.keelson";

    private static final Pattern PLAIN = Pattern.compile("[^,=:\"*?\\n]+");

    private final String server;

    BeanNames(String server) {
        this.server = server;
    }

    /** The name of the server. */
    String text() {
        return server;
    }

    /** The server itself. */
    ObjectName server() {
        return name("type=server");
    }

    /** A collection of records of what the server does now. */
    ObjectName collection(String collection) {
        return name("type=runtime,collection=" + value(collection));
    }

    /** A record of a collection. */
    ObjectName record(String collection, String name) {
        return name("type=runtime,collection=" + value(collection) + ",name=" + value(name));
    }

    /** Returns what is configured at a path. */
    ObjectName configuration(String path) {
        return name("type=configuration,path=" + value(path.isEmpty() ? "domain" : path));
    }

    private ObjectName name(String keys) {
        try {
            return new ObjectName(DOMAIN + ":server=" + value(server) + "," + keys);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("no name of a bean: " + keys, e);
        }
    }

    /** A value as it stands in a name, in quotes where it must. */
    static String value(String text) {
        return PLAIN.matcher(text).matches() ? text : ObjectName.quote(text);
    }
}
