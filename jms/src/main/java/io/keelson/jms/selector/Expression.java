package io.keelson.jms.selector;

import io.keelson.jms.message.MessageData;
import org.jspecify.annotations.Nullable;

/** An expression of a selector: a value, or null where it is unknown. */
interface Expression {
    @Nullable
    Object of(MessageData message);
}
