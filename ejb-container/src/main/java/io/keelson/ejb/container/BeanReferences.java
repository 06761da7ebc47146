package io.keelson.ejb.container;

import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.view.StandIn;
import io.keelson.ejb.view.ViewClass;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.bean.BeanReference;
import jakarta.ejb.EJBException;
import java.io.NotSerializableException;
import java.rmi.NoSuchObjectException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The references of a bean: one class a view, and one shared reference of each view unless the bean is stateful. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.4 and 4.9.8.
 */
final class BeanReferences {
    private final DeployedBean bean;
    private final Map<Class<?>, BeanView<?>> views = new LinkedHashMap<>();
    private final Map<Class<?>, ComponentView<?, ?>> homes = new LinkedHashMap<>();

    BeanReferences(DeployedBean bean) {
        this.bean = bean;
        BeanModel model = bean.model();
        if (model.views().noInterface()) {
            add(model.beanClass(), ClientKind.LOCAL);
        }
        model.views().local().forEach(view -> add(view, ClientKind.LOCAL));
        model.views()
                .remote()
                .forEach(view ->
                        add(view, java.rmi.Remote.class.isAssignableFrom(view) ? ClientKind.RMI : ClientKind.REMOTE));
        model.views().homes().forEach(home -> homes.put(home.home(), new ComponentView<>(bean, home)));
    }

    /** Returns the 2.x view; null where the bean has none of that kind. */
    @Nullable
    ComponentView<?, ?> component(boolean remote) {
        for (ComponentView<?, ?> each : homes.values()) {
            if (each.remote() == remote) {
                return each;
            }
        }
        return null;
    }

    /** Returns true if the interface is a 2.x home. */
    boolean isHome(Class<?> view) {
        return homes.containsKey(view);
    }

    private <V> void add(Class<V> view, ClientKind client) {
        // Remote references have a form of their own in streams (docs/design/remoting.md).
        StandIn standIn = client == ClientKind.LOCAL
                ? StandIn.of(bean.model().beanClass(), bean.name() + "!" + view.getName(), id -> resolved(view, id))
                : null;
        views.put(view, new BeanView<>(bean, view, client, standIn));
    }

    /** Opens the remote interfaces for calls from other processes. */
    void open(RemoteObjects.Application remote) {
        views.values().stream()
                .filter(view -> view.client() == ClientKind.REMOTE || view.client() == ClientKind.RMI)
                .forEach(view -> remote.open(view.type().type(), new RemoteBeanView(bean, view)));
        homes.values().stream().filter(ComponentView::remote).forEach(view -> view.open(remote));
    }

    /** Has references in streams lead to the business views, as the calling thread's code knows their interfaces. */
    void open(OpenComponents components) {
        views.forEach((view, of) -> {
            if (view.isInterface()) {
                components.open(name(bean, view), bean, identity -> shown(view, identity));
            }
        });
    }

    private Object shown(Class<?> view, String identity) throws NoSuchObjectException {
        if (identity.isEmpty() == bean.stateful()) {
            throw new NoSuchObjectException("a reference to " + bean + " does not fit the bean, which has changed");
        }
        Object reference = resolved(view, identity);
        Class<?> seen = ViewBridge.seenBy(Thread.currentThread().getContextClassLoader(), view);
        return seen == view ? reference : ViewBridge.of(reference, view, seen);
    }

    private static String name(DeployedBean bean, Class<?> view) {
        return "ejb:" + bean.module().deployment().name().replace('#', '/') + "/" + bean.name() + "!" + view.getName();
    }

    /**
     * Returns what stands in streams for a reference to a business view.
     *
     * @throws NotSerializableException when it is none
     */
    static BeanReference written(Object reference) throws NotSerializableException {
        if (!(ViewClass.targetOf(reference) instanceof Target target)) {
            throw new NotSerializableException(
                    "a reference of " + reference.getClass().getName());
        }
        Object key = target.key();
        return new BeanReference(name(target.bean(), target.view().view()), key == null ? "" : key.toString());
    }

    boolean has(Class<?> view) {
        return views.containsKey(view) || homes.containsKey(view);
    }

    /**
     * Returns a reference.
     *
     * @param key the identity of the stateful bean; null for other kinds
     */
    @SuppressWarnings("unchecked") // by the key of the map
    <V> V of(Class<V> view, @Nullable Object key) {
        ComponentView<?, ?> home = homes.get(view);
        if (home != null) {
            return view.cast(home.home());
        }
        BeanView<V> there = (BeanView<V>) views.get(view);
        if (there == null) {
            throw new IllegalArgumentException(bean + " has no view " + view.getName() + "; it has " + views.keySet());
        }
        return there.reference(key);
    }

    /** Returns the identity of the stateful bean to which a reference of a business view leads; null: it is none of this bean. */
    @Nullable
    Object keyOf(Object reference) {
        for (BeanView<?> each : views.values()) {
            Target target = each.target(reference);
            if (target != null) {
                return target.key();
            }
        }
        return null;
    }

    private Object resolved(Class<?> view, String identity) {
        return Objects.requireNonNull(of(view, identity.isEmpty() ? null : UUID.fromString(identity)));
    }

    /** Target of a reference; equal for references of the same bean by the same view (3.4.7). */
    record Target(
            DeployedBean bean,
            ViewClass<?> view,
            @Nullable BeanMethod[] methods,
            ClientKind client,
            @Nullable StandIn standIn,
            @Nullable Object key,
            @Nullable DirectCalls direct)
            implements BiFunction<Integer, Object[], Object> {
        @Override
        public @Nullable Object apply(Integer number, Object[] arguments) {
            if (standIn != null && StandIn.isAsked(number)) {
                return standIn.of(key == null ? "" : key.toString());
            }
            if (number == ViewClass.EQUALS) {
                Object other = arguments[0];
                return other != null && other.getClass() == view.type() && equals(view.target(other));
            }
            if (number == ViewClass.HASH) {
                return hashCode();
            }
            BeanMethod method = methods[number];
            if (method == null) {
                throw new EJBException(view.methods().get(number) + " is no business method of bean " + bean.name()
                        + ": only public methods can be called by a reference");
            }
            if (direct != null) {
                direct.called();
            }
            try {
                RemoteValues values = bean.values();
                Object result = bean.call(method, view.view(), client, key, values.passed(client, arguments));
                return method.asynchronous() ? result : values.returned(client, result);
            } catch (Throwable e) {
                throw BeanReferences.<RuntimeException>unchecked(e);
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Target of && bean == of.bean && view == of.view && Objects.equals(key, of.key);
        }

        @Override
        public int hashCode() {
            return Objects.hash(System.identityHashCode(bean), System.identityHashCode(view), key);
        }
    }

    /** The generated method declares what it throws; the function between cannot. */
    @SuppressWarnings("unchecked") // the cast is erased, which is the point
    static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }
}
