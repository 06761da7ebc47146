package io.keelson.ee.jpa.beans;

import io.keelson.ee.jpa.context.UnitContexts;
import io.keelson.ee.jpa.data.UnitSessions;
import io.keelson.ee.jpa.unit.Unit;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A unit whose beans are added.
 *
 * @param unit as it is described
 * @param contexts of the unit
 * @param factory gives its factory; may build it
 * @param loader that has its classes and annotations
 * @param sessions of Hibernate's; null for a unit of another provider, or one that takes part in no transactions of the server
 */
public record BeanUnit(
        Unit unit,
        UnitContexts contexts,
        Supplier<EntityManagerFactory> factory,
        ClassLoader loader,
        @Nullable UnitSessions sessions) {
    /** Returns true if the descriptor asks for beans: a unit that says nothing of them must not meet an application's own producers. */
    boolean isWanted() {
        return !unit.descriptor().qualifiers().isEmpty() || unit.descriptor().scope() != null;
    }
}
