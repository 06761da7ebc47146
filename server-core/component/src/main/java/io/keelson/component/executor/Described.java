package io.keelson.component.executor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members that the three kinds of records have in common. */
interface Described {
    /** The names in the server tree; empty: {@code concurrent/} and its own. */
    List<String> jndiNames();

    /** The servers and clusters that have it; empty: all servers. */
    List<String> targets();

    /** Its kind, as the element of descriptors is called. */
    String kind();

    /** Values that its maker takes, by the names of the elements of descriptors, but for the context service. */
    Map<String, String> elements();

    /** The name of a context service of the domain; null: that of the application. */
    default @Nullable String contextService() {
        return null;
    }

    /** The names in the server tree. */
    default List<String> names(String own) {
        return jndiNames().isEmpty() ? List.of("concurrent/" + own) : jndiNames();
    }

    /** Returns true if a server has it. */
    default boolean isOn(String server, @Nullable String cluster) {
        return targets().isEmpty()
                || targets().contains(server)
                || cluster != null && targets().contains(cluster);
    }

    /** A map without the keys that have no value. */
    static Map<String, String> map(String key, @Nullable String value, Map<String, String> others) {
        Map<String, String> all = new HashMap<>(others);
        if (value != null) {
            all.put(key, value);
        }
        return all;
    }
}
