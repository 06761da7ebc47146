package io.keelson.ejb.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.InitMethods;
import io.keelson.ejb.descriptor.MethodRules;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.MethodInterface;
import io.keelson.ejb.model.Views;
import io.keelson.ejb.view.ViewClass;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.bean.SessionHandle;
import io.keelson.remoting.bean.SessionHomeHandle;
import io.keelson.remoting.bean.SessionMetaData;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJBException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import jakarta.ejb.Init;
import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.RemoveException;
import jakarta.ejb.TransactionAttributeType;
import java.io.NotSerializableException;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The 2.x view of a bean: its home and the component objects that the home makes. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 3.6 and 4.9.5 to 4.9.10; Enterprise Beans 4.0 Optional Features.
 *
 * @param <H> the home interface
 * @param <C> the component interface
 */
final class ComponentView<H, C> {
    private final DeployedBean bean;
    private final Views.Home declared;
    private final ViewClass<H> homeType;
    private final ViewClass<C> objectType;
    private final @Nullable BeanMethod[] initialisers;
    private final @Nullable BeanMethod[] business;
    private final @Nullable EntityObjects<C> entities;
    private final @Nullable BeanMethod[] ofContainer;
    private final @Nullable BeanMethod[] ofContainerInObject;
    private final H home;

    @SuppressWarnings("unchecked") // the model's classes have no type parameters
    ComponentView(DeployedBean bean, Views.Home declared) {
        this.bean = bean;
        this.declared = declared;
        this.homeType =
                (ViewClass<H>) ViewClass.of(declared.home(), bean.model().beanClass());
        this.objectType = (ViewClass<C>)
                ViewClass.ofComponent(declared.component(), bean.model().beanClass());
        this.initialisers = homeType.methods().stream()
                .map(create -> withoutTransaction(create, initialiser(create)))
                .toArray(BeanMethod[]::new);
        this.entities = bean.model().entity() == null
                ? null
                : new EntityObjects<>(bean, declared, homeType.methods(), objectType.methods(), this::object);
        this.business = objectType.methods().stream()
                .map(method -> ContainerMethods.isOfPlatform(method) || entities != null ? null : business(method))
                .toArray(BeanMethod[]::new);
        this.ofContainer = new BeanMethod[initialisers.length];
        this.ofContainerInObject = new BeanMethod[business.length];
        if (entities == null) {
            guard();
        }
        this.home = homeType.reference(new HomeTarget(this));
    }

    /** Permissions hold for what the container serves itself, too; a create method that leads to one of the bean has those of that. */
    private void guard() {
        for (int i = 0; i < initialisers.length; i++) {
            if (bean.model().kind() != BeanKind.STATEFUL || initialisers[i] == null) {
                Method shown = homeType.methods().get(i);
                ofContainer[i] = ContainerMethods.of(descriptor(), bean.model(), declared, true, shown);
            }
        }
        for (int i = 0; i < business.length; i++) {
            Method shown = objectType.methods().get(i);
            if (ContainerMethods.isOfPlatform(shown)) {
                ofContainerInObject[i] = ContainerMethods.of(descriptor(), bean.model(), declared, false, shown);
            }
        }
    }

    private void admit(@Nullable BeanMethod method, @Nullable Object[] arguments) throws Throwable {
        if (method != null) {
            bean.admit(method, client(), arguments);
        }
    }

    private @Nullable BeanMethod business(Method shown) {
        BeanMethod method = BusinessMethods.of(bean.model(), shown);
        return method == null ? null : method.by(remote() ? MethodInterface.REMOTE : MethodInterface.LOCAL);
    }

    boolean remote() {
        return declared.remote();
    }

    private ClientKind client() {
        return remote() ? ClientKind.RMI : ClientKind.LOCAL_COMPONENT;
    }

    H home() {
        return home;
    }

    /** Returns the entity objects; null for a session bean. */
    @Nullable
    EntityObjects<C> entities() {
        return entities;
    }

    /** Returns the primary key of an entity object's reference; null where it is none of this view. */
    @Nullable
    Object primaryKey(Object reference) {
        return reference.getClass() == objectType.type()
                        && objectType.target(reference) instanceof ObjectTarget target
                        && target.view() == this
                ? target.key()
                : null;
    }

    /** Returns the object of a bean. */
    C object(@Nullable Object key) {
        return objectType.reference(new ObjectTarget(this, key));
    }

    /** Opens both interfaces for calls from other processes. */
    void open(RemoteObjects.Application remote) {
        remote.open(homeType.type(), homeView());
        remote.open(objectType.type(), objectView());
    }

    /** Returns both interfaces as handles name them. */
    List<RemoteComponentView> views() {
        return List.of(homeView(), objectView());
    }

    private RemoteComponentView homeView() {
        return new RemoteComponentView(bean, declared.home(), this::home, this::isHome, this);
    }

    private RemoteComponentView objectView() {
        return new RemoteComponentView(bean, declared.component(), null, this::keyOf, this);
    }

    private SessionHomeHandle homeHandle() throws RemoteException {
        try {
            return new SessionHomeHandle(homeView().key(), "", (EJBHome) home);
        } catch (NotSerializableException e) {
            throw new RemoteException("the home of bean " + bean.name() + " has no handle: " + e.getMessage(), e);
        }
    }

    private SessionHandle handle(@Nullable Object key) throws RemoteException {
        C object = object(key);
        try {
            String instance = Objects.requireNonNull(keyOf(object), "an object of this view");
            return new SessionHandle(objectView().key(), instance, (EJBObject) object);
        } catch (NotSerializableException | IllegalArgumentException e) {
            throw new RemoteException("an object of bean " + bean.name() + " has no handle: " + e.getMessage(), e);
        }
    }

    private boolean isOwn(Object reference) {
        return reference.getClass() == objectType.type();
    }

    private @Nullable String isHome(Object reference) {
        return homeType.target(reference) instanceof HomeTarget target && target.view() == this ? "" : null;
    }

    private @Nullable String keyOf(Object reference) {
        if (!(objectType.target(reference) instanceof ObjectTarget target) || target.view() != this) {
            return null;
        }
        if (entities != null && target.key() != null) {
            return entities.text(target.key());
        }
        return target.key() == null ? "" : target.key().toString();
    }

    /** The target of a home; equal for homes of the same view. */
    private record HomeTarget(ComponentView<?, ?> view) implements BiFunction<Integer, Object[], Object> {
        @Override
        public @Nullable Object apply(Integer number, Object[] arguments) {
            try {
                RemoteValues values = view.bean.values();
                Object result = view.ofHome(number, values.passed(view.client(), arguments));
                return view.isMadeHere(number) ? result : values.returned(view.client(), result);
            } catch (Throwable e) {
                throw ComponentView.<RuntimeException>unchecked(e);
            }
        }
    }

    /** The target of an object; equal for objects of the same bean. */
    private record ObjectTarget(
            ComponentView<?, ?> view, @Nullable Object key) implements BiFunction<Integer, Object[], Object> {
        @Override
        public @Nullable Object apply(Integer number, Object[] arguments) {
            if (number == ViewClass.EQUALS) {
                Object other = arguments[0];
                return other != null && view.isOwn(other) && equals(view.objectType.target(other));
            }
            if (number == ViewClass.HASH) {
                return hashCode();
            }
            try {
                RemoteValues values = view.bean.values();
                Object result = view.ofObject(number, key, values.passed(view.client(), arguments));
                return values.returned(view.client(), result);
            } catch (Throwable e) {
                throw ComponentView.<RuntimeException>unchecked(e);
            }
        }
    }

    @SuppressWarnings("unchecked") // the cast is erased, which is the point
    private static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }

    // ---- the home --------------------------------------------------------------------------------------------------

    /** Returns true if the container makes the result of a method of the home, and not the bean. */
    private boolean isMadeHere(int number) {
        Method method = homeType.methods().get(number);
        return ContainerMethods.isOfPlatform(method)
                || method.getName().startsWith("create")
                || method.getName().startsWith("find");
    }

    private @Nullable Object ofHome(int number, @Nullable Object[] arguments) throws Throwable {
        Method method = homeType.methods().get(number);
        if (entities != null && entities.serves(number)) {
            return entities.ofHome(number, arguments);
        }
        admit(ofContainer[number], arguments);
        if (method.getName().startsWith("create")) {
            return create(number, method, arguments);
        }
        return switch (method.getName()) {
            case "remove" -> {
                removeByHandle(arguments[0]);
                yield null;
            }
            case "getEJBMetaData" ->
                entities != null
                        ? entities.metaData(homeHandle())
                        : new SessionMetaData(
                                homeHandle(),
                                declared.home(),
                                declared.component(),
                                bean.model().kind() == BeanKind.STATELESS);
            case "getHomeHandle" -> homeHandle();
            default -> throw new EJBException(method + " is no method of the home of bean " + bean.name());
        };
    }

    private C create(int number, Method method, @Nullable Object[] arguments) throws Throwable {
        BeanMethod initialiser = initialisers[number];
        if (bean.model().kind() != BeanKind.STATEFUL) {
            if (arguments.length > 0) {
                throw new CreateException(
                        "the home of bean " + bean.name() + " has one create method without arguments: " + method);
            }
            return object(null);
        }
        if (initialiser == null && arguments.length > 0) {
            throw new CreateException("bean " + bean.name() + " has no method for " + method + ": expected ejbC"
                    + method.getName().substring(1) + " with the same parameters, or one with @Init");
        }
        Object key = Objects.requireNonNull(newKey(), "a stateful bean has an identity");
        if (initialiser != null) {
            try {
                bean.call(initialiser, declared.home(), client(), key, arguments);
            } catch (Throwable e) {
                bean.remove(key);
                throw e;
            }
        }
        return object(key);
    }

    private @Nullable Object newKey() throws RemoteException {
        try {
            return bean.newKey();
        } catch (EJBException e) {
            if (remote()) {
                throw new RemoteException(e.getMessage(), e);
            }
            throw e;
        }
    }

    /**
     * The method of the bean that a create method leads to: the one that the descriptor names, one with {@code
     * @Init}, or {@code ejbCreate} with the same ending.
     */
    private @Nullable BeanMethod initialiser(Method create) {
        if (!create.getName().startsWith("create")) {
            return null;
        }
        try {
            BeanMethod described = InitMethods.of(descriptor(), bean.model(), create);
            if (described != null) {
                return described;
            }
        } catch (DeploymentException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        for (BeanMethod each : bean.model().methods()) {
            Init init = each.method().getAnnotation(Init.class);
            boolean fits = Arrays.equals(each.method().getParameterTypes(), create.getParameterTypes());
            if (fits && init != null && (init.value().isEmpty() || init.value().equals(create.getName()))) {
                return each;
            }
        }
        return bean.model().method("ejbC" + create.getName().substring(1), create.getParameterTypes());
    }

    /** A session bean is created in no transaction, whatever the descriptor says of all methods: nothing synchronises it yet (8.6.5). */
    private @Nullable BeanMethod withoutTransaction(Method create, @Nullable BeanMethod of) {
        if (of == null || bean.model().kind() != BeanKind.STATEFUL) {
            return of;
        }
        try {
            BeanMethod shown = MethodRules.ofHome(descriptor(), bean.model(), declared, create, of);
            return shown.with(new BeanMethod.Rules(TransactionAttributeType.NOT_SUPPORTED, shown.access()));
        } catch (DeploymentException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private EjbJar descriptor() {
        return bean.module().deployment().attachment(EjbJar.class).orElse(EjbJar.NONE);
    }

    private void removeByHandle(@Nullable Object handle) throws RemoveException, RemoteException {
        if (handle instanceof Handle of) {
            of.getEJBObject().remove();
        } else {
            throw new RemoveException("a session bean has no primary key: it is removed by its handle or its object");
        }
    }

    // ---- objects ---------------------------------------------------------------------------------------------------

    private @Nullable Object ofObject(int number, @Nullable Object key, @Nullable Object[] arguments) throws Throwable {
        Method method = objectType.methods().get(number);
        if (entities != null && key != null && entities.servesObject(number)) {
            return entities.ofObject(number, key, arguments);
        }
        if (ContainerMethods.isOfPlatform(method)) {
            admit(ofContainerInObject[number], arguments);
            return platform(method, key, arguments);
        }
        BeanMethod called = business[number];
        if (called == null) {
            throw new EJBException(method + " is no business method of bean " + bean.name());
        }
        return bean.call(called, declared.component(), client(), key, arguments);
    }

    private @Nullable Object platform(Method method, @Nullable Object key, @Nullable Object[] arguments)
            throws RemoteException, RemoveException {
        return switch (method.getName()) {
            case "getEJBHome", "getEJBLocalHome" -> home;
            case "getHandle" -> handle(key);
            case "isIdentical" -> isIdentical(key, arguments[0]);
            case "getPrimaryKey" -> {
                if (entities != null && key != null) {
                    yield key;
                }
                String message = "the session bean " + bean.name() + " has no primary key";
                if (remote()) {
                    throw new RemoteException(message);
                }
                throw new EJBException(message);
            }
            case "remove" -> {
                remove(key);
                yield null;
            }
            default -> throw new EJBException(method + " is no method of session beans");
        };
    }

    private boolean isIdentical(@Nullable Object key, @Nullable Object other) {
        if (!(other instanceof EJBObject) && !(other instanceof EJBLocalObject)) {
            return false;
        }
        if (other.getClass() == objectType.type()) {
            return objectType.target(other).equals(new ObjectTarget(this, key));
        }
        return other.equals(object(key)); // a stub that came back to this process is equal to what it stands for
    }

    private void remove(@Nullable Object key) throws RemoteException, RemoveException {
        if (key == null || bean.removeByClient(key)) {
            return;
        }
        String message = "the stateful bean " + bean.name() + " was removed, timed out, or ended with its server";
        if (remote()) {
            throw new NoSuchObjectException(message);
        }
        throw new NoSuchObjectLocalException(message);
    }

    // ---- calls from other processes --------------------------------------------------------------------------------

    /** Runs a method of the home or of an object. */
    @Nullable
    Object invoke(boolean ofHome, @Nullable Object key, Method method, @Nullable Object[] arguments) throws Throwable {
        List<Method> methods = new ArrayList<>(ofHome ? homeType.methods() : objectType.methods());
        int number = methods.indexOf(method);
        if (number < 0) {
            throw new EJBException(method + " is no method of bean " + bean.name());
        }
        return ofHome ? ofHome(number, arguments) : ofObject(number, key, arguments);
    }

    /** Returns false if a method never runs in its caller's transaction: those of the platform and of homes do not, but for entities. */
    boolean joins(boolean ofHome, Method method) {
        int number = new ArrayList<>(objectType.methods()).indexOf(method);
        BeanMethod called = ofHome || number < 0 ? null : business[number];
        return entities != null || called != null && bean.model().joins(called.transaction());
    }
}
