package io.keelson.ejb.container;

import io.keelson.ejb.container.BeanReferences.Target;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.MethodInterface;
import io.keelson.ejb.view.StandIn;
import io.keelson.ejb.view.ViewClass;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A business view of a bean. Its class is generated when the first reference is asked for: a large application has many views that no
 * client ever calls. Thread-safe.
 *
 * @param <V> the view: an interface or the bean class
 */
final class BeanView<V> {
    private final DeployedBean bean;
    private final Class<V> view;
    private final ClientKind client;
    private final @Nullable StandIn standIn;
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable Made<V> made;

    /**
     * Parts that the references of the view share.
     *
     * @param methods the bean's methods by the view's numbers; null for a method that clients may not call
     * @param shared the reference without an identity; calls directly when it is called often
     */
    private record Made<V>(ViewClass<V> type, @Nullable BeanMethod[] methods, V shared) {}

    /** A view for clients of a kind; with what stands for its references in streams, or null. */
    BeanView(DeployedBean bean, Class<V> view, ClientKind client, @Nullable StandIn standIn) {
        this.bean = bean;
        this.view = view;
        this.client = client;
        this.standIn = standIn;
    }

    Class<V> view() {
        return view;
    }

    ClientKind client() {
        return client;
    }

    /**
     * Returns the generated class.
     *
     * @throws IllegalArgumentException when there can be none; the message says why
     */
    ViewClass<V> type() {
        return made().type();
    }

    /** Returns the bean's methods by the numbers of {@link #type}; null for a method that clients may not call. */
    @Nullable
    BeanMethod[] methods() {
        return made().methods();
    }

    /** Returns a reference to the bean of an identity; null: to one without, which is always the same. */
    V reference(@Nullable Object key) {
        Made<V> parts = made();
        return key == null
                ? parts.shared()
                : parts.type().reference(new Target(bean, parts.type(), parts.methods(), client, standIn, key, null));
    }

    /** Returns where a reference of this view leads; null: it is none of this bean and view. */
    @Nullable
    Target target(Object reference) {
        Made<V> parts = made; // without it nobody has a reference
        return parts != null
                        && parts.type().type() == reference.getClass()
                        && parts.type().target(reference) instanceof Target target
                        && target.bean() == bean
                ? target
                : null;
    }

    private Made<V> made() {
        Made<V> there = made;
        if (there != null) {
            return there;
        }
        making.lock();
        try {
            Made<V> now = made;
            if (now == null) {
                now = make();
                made = now;
            }
            return now;
        } finally {
            making.unlock();
        }
    }

    private Made<V> make() {
        ViewClass<V> type = ViewClass.ofBusiness(view, bean.model().beanClass(), standIn);
        List<Method> shown = type.methods();
        @Nullable BeanMethod[] methods = new BeanMethod[shown.size()];
        for (int i = 0; i < methods.length; i++) {
            BeanMethod method = BusinessMethods.of(bean.model(), shown.get(i));
            methods[i] =
                    method == null ? null : method.by(client.remote() ? MethodInterface.REMOTE : MethodInterface.LOCAL);
        }
        DirectCalls direct = client == ClientKind.LOCAL ? DirectCalls.of(bean, type, methods) : null;
        V shared = type.reference(new Target(bean, type, methods, client, standIn, null, direct));
        if (direct != null) {
            direct.of(shared);
        }
        return new Made<>(type, methods, shared);
    }
}
