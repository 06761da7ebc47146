package io.keelson.ee.cdi.web;

import jakarta.el.ELContext;
import jakarta.el.ELResolver;
import jakarta.el.EvaluationListener;
import jakarta.el.PropertyNotWritableException;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds beans by their names in expressions of pages. A dependent object lives as long as the evaluation of the expression that asked for
 * it. Weld's own resolver needs each expression wrapped for that, which Jasper does not do. Thread-safe; what an evaluation made is in
 * its context.
 *
 * <p>Specification: CDI 4.1, 29.1 Integration with Unified EL; CDI 4.1, 7.4.3 Destruction of objects with scope {@code @Dependent}.
 */
public final class NamedBeans extends ELResolver {
    private final BeanManager manager;
    private final Set<String> names = new TreeSet<>();

    /** Makes the resolver of the module with this bean manager, whose container has started. */
    public NamedBeans(BeanManager manager) {
        this.manager = manager;
        for (Bean<?> bean : manager.getBeans(Object.class, Any.Literal.INSTANCE)) {
            if (bean.getName() != null) {
                names.add(bean.getName());
            }
        }
    }

    /** The first part of names that have dots. */
    private record Prefix(String name) {}

    @Override
    public @Nullable Object getValue(ELContext context, @Nullable Object base, @Nullable Object property) {
        String name = name(base, property);
        Object found = name == null ? null : find(context, name);
        if (found != null) {
            context.setPropertyResolved(base, property);
        }
        return found;
    }

    private static @Nullable String name(@Nullable Object base, @Nullable Object property) {
        if (!(property instanceof String name)) {
            return null;
        }
        return base == null ? name : base instanceof Prefix prefix ? prefix.name() + "." + name : null;
    }

    private @Nullable Object find(ELContext context, String name) {
        if (names.contains(name)) {
            Bean<?> bean = manager.resolve(manager.getBeans(name));
            return bean == null ? null : reference(context, bean);
        }
        return names.stream().anyMatch(each -> each.startsWith(name + ".")) ? new Prefix(name) : null;
    }

    private Object reference(ELContext context, Bean<?> bean) {
        CreationalContext<?> made = manager.createCreationalContext(bean);
        if (bean.getScope() == Dependent.class) {
            Evaluation.of(context).add(made);
        }
        return manager.getReference(bean, Object.class, made);
    }

    @Override
    public @Nullable Class<?> getType(ELContext context, @Nullable Object base, @Nullable Object property) {
        Object found = getValue(context, base, property);
        return found == null ? null : found.getClass();
    }

    @Override
    public void setValue(ELContext context, @Nullable Object base, @Nullable Object property, @Nullable Object value) {
        String name = name(base, property);
        if (name != null && names.contains(name)) {
            throw new PropertyNotWritableException("the bean named '" + name + "' cannot be replaced by an expression");
        }
    }

    @Override
    public boolean isReadOnly(ELContext context, @Nullable Object base, @Nullable Object property) {
        String name = name(base, property);
        boolean ours = name != null && names.contains(name);
        if (ours) {
            context.setPropertyResolved(base, property);
        }
        return ours;
    }

    @Override
    public Class<?> getCommonPropertyType(ELContext context, @Nullable Object base) {
        return base == null ? String.class : Object.class;
    }

    /** The dependent objects of one evaluation and of those within it. Confined to the thread that evaluates. */
    private static final class Evaluation extends EvaluationListener {
        private final Deque<CreationalContext<?>> made = new ArrayDeque<>();
        private int depth = 1;

        /** Made within an evaluation; the context keeps it for those that follow. */
        static Evaluation of(ELContext context) {
            Evaluation there = (Evaluation) context.getContext(Evaluation.class);
            if (there == null) {
                there = new Evaluation();
                context.putContext(Evaluation.class, there);
                context.addEvaluationListener(there);
            }
            return Objects.requireNonNull(there);
        }

        void add(CreationalContext<?> context) {
            made.push(context);
        }

        @Override
        public void beforeEvaluation(ELContext context, String expression) {
            depth++;
        }

        @Override
        public void afterEvaluation(ELContext context, String expression) {
            depth--;
            if (depth == 0) {
                while (!made.isEmpty()) {
                    made.pop().release();
                }
            }
        }
    }
}
