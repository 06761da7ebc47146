package io.keelson.ejb.model;

import jakarta.ejb.ApplicationException;
import java.lang.reflect.Method;
import java.rmi.RemoteException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells application exceptions from system exceptions. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 9.1 and 9.2.1.
 */
public final class ApplicationExceptions {
    private final Map<String, Rule> declared;

    /**
     * The rules of an application.
     *
     * @param declared the exceptions that descriptors declare, by class name; they go before annotations
     */
    public ApplicationExceptions(Map<String, Rule> declared) {
        this.declared = Map.copyOf(declared);
    }

    /**
     * The rule of an application exception.
     *
     * @param rollback true if it rolls the transaction back
     * @param inherited true if it holds for subclasses too
     */
    public record Rule(boolean rollback, boolean inherited) {}

    /**
     * Returns the rule of an exception that a method threw; null if it is a system exception.
     *
     * @param method the method of the bean; null for a life-cycle callback
     */
    public @Nullable Rule of(Throwable thrown, @Nullable Method method) {
        Rule rule = ruled(thrown.getClass());
        if (rule != null) {
            return rule;
        }
        boolean checked = thrown instanceof Exception
                && !(thrown instanceof RuntimeException)
                && !(thrown instanceof RemoteException);
        return checked ? new Rule(false, true) : null;
    }

    private @Nullable Rule ruled(Class<?> type) {
        for (Class<?> each = type; each != null && each != Throwable.class; each = each.getSuperclass()) {
            Rule rule = declared.get(each.getName());
            if (rule == null) {
                ApplicationException annotation = each.getDeclaredAnnotation(ApplicationException.class);
                rule = annotation == null ? null : new Rule(annotation.rollback(), annotation.inherited());
            }
            if (rule != null) {
                return each == type || rule.inherited() ? rule : null;
            }
        }
        return null;
    }
}
