package io.keelson.ejb.container;

import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.Pipeline;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.view.ViewClass;
import jakarta.ejb.NoSuchEJBException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the shared reference of a local view call directly when it is called often, so that a class for it is generated only where that
 * pays. Thread-safe: the count may miss calls, and two threads may install the same.
 */
final class DirectCalls {
    private static final int OFTEN = 500;

    private final DeployedBean bean;
    private final ViewClass<?> view;
    private final @Nullable BeanMethod[] methods;
    private volatile @Nullable Object reference;
    private int calls;

    private DirectCalls(DeployedBean bean, ViewClass<?> view, @Nullable BeanMethod[] methods) {
        this.bean = bean;
        this.view = view;
        this.methods = methods;
    }

    /** Returns the direct calls of a view; null where its bean has none: an instance of it is chosen by the reference. */
    static @Nullable DirectCalls of(DeployedBean bean, ViewClass<?> view, @Nullable BeanMethod[] methods) {
        BeanKind kind = bean.model().kind();
        return kind == BeanKind.STATELESS || kind == BeanKind.SINGLETON ? new DirectCalls(bean, view, methods) : null;
    }

    /** Says which reference is to call directly. */
    void of(Object shared) {
        reference = shared;
    }

    /** Counts a call that was not direct. */
    void called() {
        if (calls < OFTEN && ++calls == OFTEN) {
            Object shared = reference;
            if (shared != null) {
                install(shared);
            }
        }
    }

    private void install(Object shared) {
        try {
            Pipeline pipeline = bean.pipeline();
            @SuppressWarnings({"unchecked", "rawtypes"}) // no array of a generic type can be made in another way
            @Nullable
            Predicate<Object>[] direct = new Predicate[methods.length];
            for (int i = 0; i < direct.length; i++) {
                BeanMethod method = methods[i];
                boolean possible = method != null && !method.asynchronous() && pipeline.direct(method.index());
                direct[i] = possible ? new OfMethod(bean, method, view.view()) : null;
            }
            boolean unused = view.direct(shared, direct);
        } catch (NoSuchEJBException e) {
            // undeployed: the call itself says so
        } catch (IllegalArgumentException e) {
            EjbLog.LOG.noDirectCalls(bean.name(), view.view().getName(), String.valueOf(e.getMessage()));
        }
    }

    /** The direct calls of one method. */
    private record OfMethod(DeployedBean bean, BeanMethod method, Class<?> view) implements Predicate<Object> {
        @Override
        @SuppressWarnings("unchecked") // the generated class of call objects is both
        public boolean test(Object object) {
            AtomicReference<Object> kept = (AtomicReference<Object>) object;
            BeanCall call = kept.getPlain() instanceof BeanCall there && there.method() == method
                    ? there
                    : BeanCall.direct(method, (UnaryOperator<Object>) object);
            try {
                Object unused = bean.invoke(call, view, null);
            } catch (Throwable e) {
                throw BeanReferences.<RuntimeException>unchecked(e);
            }
            call.ended();
            kept.setPlain(call);
            return true;
        }
    }
}
