package io.keelson.ee.concurrency;

import io.keelson.component.executor.DomainExecutors;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import io.keelson.ee.concurrency.context.ContextRules;
import io.keelson.kernel.spi.resource.ResourceMaker;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes what applications define by {@code @ManagedExecutorDefinition} and its like, and by the elements of descriptors. Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.1.7, 3.2.6, 3.3.6 and 3.4.5; Jakarta EE Platform 11, 5.17.
 *
 * @param kind one of {@link #KINDS}
 * @param modules finds a module by its loader
 */
record Definition(String kind, Function<ClassLoader, Optional<ModuleConcurrency>> modules) implements ResourceMaker {
    private static final Map<String, Class<?>> TYPES = Map.of(
            "context-service",
            ContextService.class,
            "managed-executor",
            ManagedExecutorService.class,
            "managed-scheduled-executor",
            ManagedScheduledExecutorService.class,
            "managed-thread-factory",
            ManagedThreadFactory.class);
    static final Set<String> KINDS = TYPES.keySet();

    /** Returns the type of what definitions of a kind make. */
    static Class<?> type(String kind) {
        Class<?> type = TYPES.get(kind);
        if (type == null) {
            throw new IllegalArgumentException("'" + kind + "' is none of " + KINDS);
        }
        return type;
    }

    @Override
    public Made make(ResourceMaker.Definition definition) throws NamingException {
        ModuleConcurrency module = modules.apply(definition.loader())
                .orElseThrow(() -> new NamingException(definition.place() + ": '" + definition.name()
                        + "' is defined in a module that does not use the part 'concurrency'"));
        // The domain's are looked up many times, and one belongs to each module.
        Object value = definition.setting(DomainExecutors.OF_DOMAIN) == null
                ? value(module, definition)
                : module.ofDomain(definition, () -> value(module, definition));
        return new Made() {
            @Override
            public Object value() {
                return value;
            }

            @Override
            public void close() {
                // It ends with its module.
            }
        };
    }

    private Object value(ModuleConcurrency module, ResourceMaker.Definition definition) throws NamingException {
        String name = definition.name();
        String place = definition.place();
        @Nullable String given = definition.setting("context-service-ref");
        String context = given == null || given.isEmpty() ? ModuleConcurrency.DEFAULT_CONTEXT : given;
        return switch (kind) {
            case "context-service" ->
                module.contextService(ContextRules.read(
                        definition.setting("cleared"),
                        definition.setting("propagated"),
                        definition.setting("unchanged"),
                        place));
            case "managed-executor" -> module.executor(name, limits(definition), context, place);
            case "managed-scheduled-executor" -> module.scheduledExecutor(name, limits(definition), context, place);
            default -> threads(module, definition, context);
        };
    }

    private static Object threads(ModuleConcurrency module, ResourceMaker.Definition definition, String context)
            throws NamingException {
        String name = definition.name();
        String place = definition.place();
        int priority = number(definition, "priority", Thread.NORM_PRIORITY, Thread.MIN_PRIORITY, Thread.MAX_PRIORITY);
        return definition.setting(DomainExecutors.OF_DOMAIN) == null
                ? module.threads(name, priority, virtual(definition), context, place)
                : module.threadsOfDomain(name, priority, virtual(definition), context, place);
    }

    private static ModuleConcurrency.Limits limits(ResourceMaker.Definition definition) throws NamingException {
        int most = number(definition, "max-async", -1, -1, 65_534);
        if (most == 0) {
            throw new NamingException(definition.place() + ": max-async of '" + definition.name()
                    + "' is 0; expected 1 to 65534, or -1 for no limit");
        }
        return new ModuleConcurrency.Limits(most, virtual(definition), definition.setting("work-manager"));
    }

    private static boolean virtual(ResourceMaker.Definition definition) {
        return Boolean.parseBoolean(definition.setting("virtual"));
    }

    private static int number(ResourceMaker.Definition definition, String setting, int absent, int least, int most)
            throws NamingException {
        String text = definition.setting(setting);
        if (text == null || text.isEmpty()) {
            return absent;
        }
        try {
            int value = Integer.parseInt(text.trim());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            ConcurrencyLog.LOG.tracef(e, "%s is no number", text);
        }
        throw new NamingException(definition.place() + ": " + setting + " of '" + definition.name() + "' is '" + text
                + "'; expected " + least + " to " + most);
    }
}
