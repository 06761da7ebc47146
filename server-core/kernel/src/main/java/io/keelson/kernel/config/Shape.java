package io.keelson.kernel.config;

import io.keelson.base.config.Setting;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shape of the values that a place of the file allows. */
sealed interface Shape {
    /** A single value. */
    record Scalar(ScalarType type, Rules rules) implements Shape {}

    /** A list of like things. */
    record Items(Shape item) implements Shape {}

    /** A mapping whose keys are names that the author of the file chooses. */
    record Named(Shape value) implements Shape {}

    /**
     * A mapping whose keys the model declares.
     *
     * @param record the record that it becomes; null for a mapping of sections
     */
    record Group(Map<String, Key> keys, @Nullable RecordBinding record) implements Shape {}

    /**
     * A declared key.
     *
     * @param setting the setting behind it; null for a mapping that only leads to sections
     */
    record Key(String name, Shape shape, @Nullable Declared setting) {}

    /** A record component and what it declares. */
    record Declared(Class<?> owner, RecordComponent component, Setting setting, boolean nullable) {
        String where() {
            return owner.getName() + '.' + component.getName();
        }

        /** The room that owns the setting: {@code net}, {@code kernel}. */
        String room() {
            List<String> names = List.of(owner.getPackageName().split("\\."));
            return names.size() > 2 && names.subList(0, 2).equals(List.of("io", "keelson"))
                    ? names.get(2)
                    : owner.getPackageName();
        }
    }
}
