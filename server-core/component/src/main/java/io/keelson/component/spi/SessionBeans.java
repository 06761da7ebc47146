package io.keelson.component.spi;

import java.util.List;

/**
 * The session beans of one module, attached to its deployment when all modules are prepared. Immutable.
 *
 * @param all in the order of their class names
 */
public record SessionBeans(List<SessionBean> all) {
    public SessionBeans {
        all = List.copyOf(all);
    }
}
