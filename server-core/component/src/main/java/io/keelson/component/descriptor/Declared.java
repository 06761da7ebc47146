package io.keelson.component.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import java.util.Map;

/**
 * A value and where it was declared. Two are equal when their values are.
 *
 * <p>Specification: Servlet 6.1, 8.2.3 Assembling the Descriptor from web.xml, web-fragment.xml and Annotations.
 */
public record Declared<T>(T value, Location location) {

    /** Adds what {@code upper} does not have: descriptors over annotations of the same archive. */
    public static <K, V> void under(Map<K, Declared<V>> upper, Map<K, Declared<V>> lower) {
        lower.forEach(upper::putIfAbsent);
    }

    /**
     * Adds a fragment's values to what is merged already. Values of {@code web.xml} win; two fragments that say different
     * things where {@code web.xml} is silent are an error (8.2.3).
     *
     * @param main what web.xml says
     * @param what names the value for the message
     */
    public static <K, V> void merge(
            Map<K, Declared<V>> merged, Map<K, Declared<V>> main, Map<K, Declared<V>> fragment, String what)
            throws DeploymentException {
        for (Map.Entry<K, Declared<V>> entry : fragment.entrySet()) {
            Declared<V> mine = entry.getValue();
            Declared<V> other = merged.putIfAbsent(entry.getKey(), mine);
            if (other != null && !main.containsKey(entry.getKey()) && !other.value.equals(mine.value)) {
                throw conflict(what + " '" + entry.getKey() + "'", other, mine);
            }
        }
    }

    private static DeploymentException conflict(String what, Declared<?> first, Declared<?> second) {
        return new DeploymentException(what + " is declared differently by two fragments: '" + first.value + "' at "
                + first.location + " and '" + second.value + "' at " + second.location
                + "; declare it in WEB-INF/web.xml to decide");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Declared<?> declared && declared.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }
}
