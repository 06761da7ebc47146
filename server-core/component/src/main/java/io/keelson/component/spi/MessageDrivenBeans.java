package io.keelson.component.spi;

import java.util.List;

/**
 * The message-driven beans of one module, attached to its deployment when all modules are prepared. Immutable.
 *
 * @param all in the order of their class names
 */
public record MessageDrivenBeans(List<MessageDrivenBean> all) {
    public MessageDrivenBeans {
        all = List.copyOf(all);
    }
}
