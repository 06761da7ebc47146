package io.keelson.resource;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says the same as a JDBC URL by the properties of a driver's data source that has no property for a URL, as those of Derby and DB2. The
 * names of the properties are JDBC's own (JDBC 4.3, 9.4.1).
 */
final class UrlProperties {
    private static final Pattern REMOTE =
            Pattern.compile("jdbc:[\\w-]+://([^/:;?]+)(?::(\\d+))?/([^;:?]+)(?:[;:?](.*))?", Pattern.DOTALL);
    private static final Pattern EMBEDDED = Pattern.compile("jdbc:derby:(?!//)([^;]+)(?:;(.*))?", Pattern.DOTALL);
    private static final String ATTRIBUTES = "connectionAttributes";

    private UrlProperties() {}

    /** Returns the properties; none where the URL is of another form, or the class lacks one that the database needs. */
    static Map<String, String> of(Class<?> type, String url) {
        Map<String, String> values = new TreeMap<>();
        Matcher embedded = EMBEDDED.matcher(url);
        Matcher remote = REMOTE.matcher(url);
        String more = null;
        if (embedded.matches()) {
            values.put("databaseName", embedded.group(1));
            more = embedded.group(2);
        } else if (remote.matches()) {
            values.put("serverName", remote.group(1));
            if (remote.group(2) != null) {
                values.put("portNumber", remote.group(2));
            }
            values.put("databaseName", remote.group(3));
            more = remote.group(4);
        }
        if (!values.keySet().stream().allMatch(property -> Beans.has(type, property))) {
            return Map.of();
        }
        if (more != null && !more.isEmpty() && !values.isEmpty()) {
            attributes(type, more, values);
        }
        return values;
    }

    /** Takes what stands behind the database: {@code create=true;user=app}. What the class has no property for is left out. */
    private static void attributes(Class<?> type, String more, Map<String, String> values) {
        StringBuilder left = new StringBuilder();
        for (String each : more.split("[;&]")) {
            int equals = each.indexOf('=');
            String name = equals < 0 ? each : each.substring(0, equals);
            String value = equals < 0 ? "" : each.substring(equals + 1);
            if (name.equals("create") && Beans.has(type, "createDatabase")) {
                if (value.equals("true")) {
                    values.put("createDatabase", "create");
                }
            } else if (Beans.has(type, name)) {
                values.put(name, value);
            } else if (!each.isEmpty()) {
                left.append(left.isEmpty() ? "" : ";").append(each);
            }
        }
        if (!left.isEmpty() && Beans.has(type, ATTRIBUTES)) {
            values.put(ATTRIBUTES, left.toString());
        }
    }
}
