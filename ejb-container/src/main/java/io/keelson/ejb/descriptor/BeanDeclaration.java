package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.ejb.model.BeanKind;
import org.jspecify.annotations.Nullable;

/**
 * A bean of the descriptor.
 *
 * @param name {@code ejb-name}
 * @param className {@code ejb-class}; null: that of the annotated bean of this name
 * @param kind as {@code session-type} or the element say; null: as the annotation says
 * @param element the whole
 */
public record BeanDeclaration(
        String name, @Nullable String className, @Nullable BeanKind kind, Element element) {}
