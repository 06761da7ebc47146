package io.keelson.ejb.container;

import io.keelson.ejb.entity.KeyText;
import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.EntityModel.Operation;
import io.keelson.ejb.model.Views;
import io.keelson.remoting.bean.EntityMetaData;
import jakarta.ejb.EJBMetaData;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import jakarta.ejb.HomeHandle;
import jakarta.ejb.RemoveException;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an entity bean's view: what the bean returns as primary keys, the client gets as objects. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, chapters 8 and 9.
 *
 * @param <C> the component interface
 */
final class EntityObjects<C> {
    private final DeployedBean bean;
    private final Views.Home declared;
    private final EntityModel entity;
    private final @Nullable BeanMethod[] ofHome;
    private final @Nullable BeanMethod[] ofObject;
    private final Function<Object, C> object;
    private final KeyText keys;

    EntityObjects(
            DeployedBean bean,
            Views.Home declared,
            List<Method> home,
            List<Method> component,
            Function<Object, C> object) {
        this.bean = bean;
        this.declared = declared;
        this.entity = Objects.requireNonNull(bean.model().entity(), "an entity bean");
        this.ofHome = home.stream().map(this::method).toArray(BeanMethod[]::new);
        this.ofObject = component.stream().map(this::method).toArray(BeanMethod[]::new);
        this.object = object;
        this.keys = new KeyText(bean.module().loader());
    }

    private @Nullable BeanMethod method(Method shown) {
        return bean.model().methods().stream()
                .filter(each -> each.method().equals(shown))
                .findFirst()
                .orElse(null);
    }

    boolean serves(int number) {
        return ofHome[number] != null;
    }

    boolean servesObject(int number) {
        return ofObject[number] != null;
    }

    private ClientKind client() {
        return declared.remote() ? ClientKind.RMI : ClientKind.LOCAL_COMPONENT;
    }

    @Nullable
    Object ofHome(int number, @Nullable Object[] arguments) throws Throwable {
        BeanMethod method = Objects.requireNonNull(ofHome[number]);
        Operation operation = entity.operations().get(method.index());
        return switch (operation.meaning()) {
            case REMOVE -> {
                remove(method, arguments[0]);
                yield null;
            }
            case CREATE -> object.apply(Objects.requireNonNull(call(method, null, arguments)));
            case FIND -> found(operation, call(method, null, arguments));
            case HOME, BUSINESS, TIMEOUT -> call(method, null, arguments);
        };
    }

    @Nullable
    Object ofObject(int number, Object key, @Nullable Object[] arguments) throws Throwable {
        return call(Objects.requireNonNull(ofObject[number]), key, arguments);
    }

    private @Nullable Object call(BeanMethod method, @Nullable Object key, @Nullable Object[] arguments)
            throws Throwable {
        return bean.invoke(new BeanCall(method, arguments, client(), key), declared.home(), null);
    }

    private @Nullable Object found(Operation operation, @Nullable Object keysFound) {
        if (keysFound == null) {
            return null;
        }
        if (!operation.several()) {
            return object.apply(keysFound);
        }
        List<Object> objects = new ArrayList<>();
        if (keysFound instanceof Enumeration<?> enumeration) {
            Collections.list(enumeration).forEach(key -> objects.add(object.apply(key)));
            return Collections.enumeration(objects);
        }
        ((Collection<?>) keysFound).forEach(key -> objects.add(key == null ? null : object.apply(key)));
        return operation.shown().getReturnType() == Enumeration.class ? Collections.enumeration(objects) : objects;
    }

    private void remove(BeanMethod method, @Nullable Object named) throws Throwable {
        if (method.method().getParameterTypes()[0] == Handle.class && named instanceof Handle handle) {
            EJBObject of = handle.getEJBObject();
            call(method, of.getPrimaryKey(), new Object[] {named});
            return;
        }
        if (named == null || !entity.keyClass().isInstance(named)) {
            String message = "entity bean " + bean.name() + " is removed by a primary key of "
                    + entity.keyClass().getName() + ", not by "
                    + (named == null ? "null" : named.getClass().getName());
            if (named == null && declared.remote()) {
                throw new RemoteException(message);
            }
            throw new RemoveException(message);
        }
        call(method, named, new Object[] {named});
    }

    EJBMetaData metaData(HomeHandle home) {
        return new EntityMetaData(home, declared.home(), declared.component(), entity.keyClass());
    }

    String text(Object key) {
        return keys.of(key);
    }

    Object key(String text) throws NoSuchObjectException {
        try {
            return keys.key(text, entity.keyClass());
        } catch (IllegalArgumentException e) {
            NoSuchObjectException refused =
                    new NoSuchObjectException("a reference to " + bean + " cannot be resolved: " + e.getMessage());
            refused.detail = e;
            throw refused;
        }
    }
}
