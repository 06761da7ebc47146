package io.keelson.ejb.model;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.AccessTimeout;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Remove;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads what annotations say of a bean's methods. What stands on a class holds for the methods that this class declares.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.8.5, 8.3.7, 12.3.2.
 */
final class MethodReader {
    private final BeanKind kind;
    private final Class<?> bean;
    private final BeanRules rules;

    MethodReader(BeanKind kind, Class<?> bean, BeanRules rules) {
        this.kind = kind;
        this.bean = bean;
        this.rules = rules;
    }

    /** Reads a method. */
    BeanMethod read(int index, Method method) {
        return new BeanMethod(
                index,
                method,
                transaction(method),
                access(method),
                writes(method),
                patience(method),
                asynchronous(method),
                remove(method));
    }

    private static <A extends Annotation> @Nullable A on(Method method, Class<A> annotation) {
        A there = method.getAnnotation(annotation);
        return there != null ? there : method.getDeclaringClass().getDeclaredAnnotation(annotation);
    }

    private static TransactionAttributeType transaction(Method method) {
        TransactionAttribute attribute = on(method, TransactionAttribute.class);
        return attribute == null ? TransactionAttributeType.REQUIRED : attribute.value();
    }

    private AccessRule access(Method method) {
        AccessRule own = access(
                method.getAnnotation(PermitAll.class),
                method.getAnnotation(DenyAll.class),
                method.getAnnotation(RolesAllowed.class),
                place(method));
        if (own != null) {
            return own;
        }
        Class<?> level = method.getDeclaringClass();
        AccessRule ofClass = access(
                level.getDeclaredAnnotation(PermitAll.class),
                level.getDeclaredAnnotation(DenyAll.class),
                level.getDeclaredAnnotation(RolesAllowed.class),
                level.getName());
        return ofClass == null ? AccessRule.OPEN : ofClass;
    }

    private @Nullable AccessRule access(
            @Nullable PermitAll all, @Nullable DenyAll nobody, @Nullable RolesAllowed roles, String where) {
        int count = (all == null ? 0 : 1) + (nobody == null ? 0 : 1) + (roles == null ? 0 : 1);
        if (count > 1) {
            rules.broken("12.3.2.1", where, "has several of @PermitAll, @DenyAll and @RolesAllowed; expected one");
        }
        if (roles != null) {
            Set<String> named = new LinkedHashSet<>(Arrays.asList(roles.value()));
            return named.isEmpty() ? new AccessRule.DenyAll() : new AccessRule.RolesAllowed(named);
        }
        return nobody != null ? new AccessRule.DenyAll() : all != null ? new AccessRule.PermitAll() : null;
    }

    private static boolean writes(Method method) {
        Lock lock = on(method, Lock.class);
        return lock == null || lock.value() == LockType.WRITE;
    }

    private Patience patience(Method method) {
        AccessTimeout timeout = on(method, AccessTimeout.class);
        if (timeout == null) {
            return Patience.UNLIMITED;
        }
        try {
            return Patience.of(timeout.value(), timeout.unit());
        } catch (IllegalArgumentException e) {
            rules.broken(
                    kind == BeanKind.STATEFUL ? "4.3.13" : "4.8.5.5", place(method), String.valueOf(e.getMessage()));
            return Patience.UNLIMITED;
        }
    }

    private boolean asynchronous(Method method) {
        Asynchronous there = on(method, Asynchronous.class);
        if (there == null) {
            return false;
        }
        Class<?> returned = method.getReturnType();
        boolean allowed = returned == void.class
                || returned == Future.class
                || returned.getName().equals("java.util.concurrent.CompletionStage")
                || returned.getName().equals("java.util.concurrent.CompletableFuture");
        if (!allowed) {
            rules.broken(
                    "4.5.2.1",
                    place(method),
                    "is asynchronous and returns " + returned.getName() + "; expected void or a Future");
        } else if (returned == void.class
                && Arrays.stream(method.getExceptionTypes())
                        .anyMatch(
                                e -> !RuntimeException.class.isAssignableFrom(e) && !Error.class.isAssignableFrom(e))) {
            rules.broken("4.5.2.1", place(method), "is asynchronous, returns void and declares application exceptions");
        }
        return true;
    }

    private BeanMethod.@Nullable Remove remove(Method method) {
        Remove remove = method.getAnnotation(Remove.class);
        if (remove == null) {
            return null;
        }
        if (kind != BeanKind.STATEFUL) {
            rules.broken("4.4.2.3", place(method), "has @Remove, and " + bean.getName() + " is not stateful");
        }
        return new BeanMethod.Remove(remove.retainIfException());
    }

    private static String place(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
