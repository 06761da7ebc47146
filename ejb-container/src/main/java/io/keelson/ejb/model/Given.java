package io.keelson.ejb.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bean as a descriptor gives it, before annotations are read. Immutable.
 *
 * @param name its name
 * @param kind null: as the annotation says
 * @param local local business interfaces beside those of annotations
 * @param remote remote business interfaces beside those of annotations
 * @param noInterface true if it has a no-interface view, whatever annotations say
 * @param homes home interfaces with their component interfaces, in the place of those of annotations
 */
public record Given(
        String name,
        @Nullable BeanKind kind,
        List<Class<?>> local,
        List<Class<?>> remote,
        boolean noInterface,
        List<Views.Home> homes) {
    public Given {
        local = List.copyOf(local);
        remote = List.copyOf(remote);
        homes = List.copyOf(homes);
    }
}
