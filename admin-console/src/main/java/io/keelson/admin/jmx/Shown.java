package io.keelson.admin.jmx;

import java.util.function.Function;
import javax.management.openmbean.OpenType;
import org.jspecify.annotations.Nullable;

/**
 * Form in which values of one kind are shown: as what open type (JMX 1.4, chapter 3), and made how. Immutable.
 *
 * @param type the open type
 * @param conversion makes a value of that type of one that is there
 */
record Shown(OpenType<?> type, Function<Object, @Nullable Object> conversion) {
    /** The value as it is shown; null for none. */
    @Nullable
    Object of(@Nullable Object value) {
        return value == null ? null : conversion.apply(value);
    }
}
