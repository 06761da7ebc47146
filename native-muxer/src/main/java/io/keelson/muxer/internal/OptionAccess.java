package io.keelson.muxer.internal;

import io.netty.channel.ChannelOption;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of an option of a configuration.
 *
 * @param <C> the kind of configuration
 */
record OptionAccess<C>(Function<C, Object> get, BiConsumer<C, Object> set) {
    /** An option whose value is of the given type. */
    static <C, V> OptionAccess<C> of(Class<V> type, Function<C, V> get, BiConsumer<C, V> set) {
        return new OptionAccess<>(get::apply, (config, value) -> set.accept(config, type.cast(value)));
    }

    /** The value; null when the table does not have the option. */
    @SuppressWarnings("unchecked") // Each option names the type of its value.
    static <C, T> @Nullable T read(Map<ChannelOption<?>, OptionAccess<C>> table, C config, ChannelOption<T> option) {
        OptionAccess<C> access = table.get(option);
        return access == null ? null : (T) access.get.apply(config);
    }

    /** Sets the value; false when the table does not have the option. */
    static <C> boolean write(
            Map<ChannelOption<?>, OptionAccess<C>> table, C config, ChannelOption<?> option, Object value) {
        OptionAccess<C> access = table.get(option);
        if (access == null) {
            return false;
        }
        access.set.accept(config, value);
        return true;
    }
}
