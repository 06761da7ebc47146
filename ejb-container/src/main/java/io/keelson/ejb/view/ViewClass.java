package io.keelson.ejb.view;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/**
 * The generated class of a view. Immutable and thread-safe.
 *
 * @param <V> the view: an interface or the bean class
 */
public final class ViewClass<V> {
    /** The number by which an object of a component interface asks its target if it equals another one. */
    public static final int EQUALS = ViewWriter.EQUALS;

    /** The number by which it asks for its hash code. */
    public static final int HASH = ViewWriter.HASH;

    private static final Unsafe UNSAFE = unsafe();
    private static final MethodType GET = MethodType.methodType(BiFunction.class, Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, BiFunction.class);

    private final Class<V> view;
    private final List<Method> methods;
    private final Class<?> type;
    private final Class<?> bean;
    private final List<@Nullable Method> direct;
    private final MethodHandle set;
    private final MethodHandle get;

    private ViewClass(
            Class<V> view,
            Class<?> bean,
            List<Method> methods,
            List<@Nullable Method> direct,
            Class<?> type,
            MethodHandle set,
            MethodHandle get) {
        this.bean = bean;
        this.direct = direct;
        this.view = view;
        this.methods = methods;
        this.type = type;
        this.set = set;
        this.get = get;
    }

    /**
     * Generates the class of a view.
     *
     * @param view an interface, or a class that is not final and whose constructor is not called
     * @param bean the bean class; the generated class is a neighbour of it, unless the view is not public
     * @param more interfaces that references implement too; their methods come after those of the view
     * @throws IllegalArgumentException when the view cannot have one; the message says why
     */
    public static <V> ViewClass<V> of(Class<V> view, Class<?> bean, Class<?>... more) {
        return of(view, bean, null, more);
    }

    /**
     * Generates the class of a view, as {@link #of(Class, Class, Class...)}.
     *
     * @param standIn stands for references in streams; null: they cannot be written
     */
    public static <V> ViewClass<V> of(Class<V> view, Class<?> bean, @Nullable StandIn standIn, Class<?>... more) {
        return of(view, bean, standIn != null, false, more);
    }

    /**
     * Generates the class of a business view, whose objects are equal as their targets say, as those of {@link #ofComponent}. References
     * of one with a stand-in, which are local, can call {@linkplain #direct directly}.
     *
     * @param standIn stands for references in streams; null: they cannot be written
     */
    public static <V> ViewClass<V> ofBusiness(Class<V> view, Class<?> bean, @Nullable StandIn standIn) {
        return of(view, bean, standIn != null, true);
    }

    /**
     * Generates the class of a component interface, whose objects are equal as their targets say: those get the numbers {@link #EQUALS} and
     * {@link #HASH}.
     *
     * @throws IllegalArgumentException as {@link #of(Class, Class, Class...)}
     */
    public static <V> ViewClass<V> ofComponent(Class<V> view, Class<?> bean) {
        return of(view, bean, false, true);
    }

    private static <V> ViewClass<V> of(Class<V> view, Class<?> bean, boolean serial, boolean equal, Class<?>... more) {
        List<Method> methods =
                equal ? ViewMethods.withoutEquality(ViewMethods.of(view, more)) : ViewMethods.of(view, more);
        Class<?> host = view.isInterface() && Modifier.isPublic(view.getModifiers()) ? bean : view;
        List<@Nullable Method> direct = serial && equal ? DirectMethods.of(methods, bean, host) : List.of();
        try {
            Class<?> type =
                    define(view, host, name(view, bean, host, more), List.of(more), methods, direct, serial, equal);
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            MethodHandle set = inside.findSetter(type, ViewWriter.FIELD, BiFunction.class);
            MethodHandle get = inside.findGetter(type, ViewWriter.FIELD, BiFunction.class);
            return new ViewClass<>(view, bean, methods, direct, type, set.asType(SET), get.asType(GET));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "no reference to the view " + view.getName() + " can be made: " + e.getMessage(), e);
        }
    }

    /** Unique for the view of a bean in the loader: that is the application's, of one deployment. */
    private static String name(Class<?> view, Class<?> bean, Class<?> host, Class<?>... more) {
        StringBuilder key = new StringBuilder(view.getName()).append(' ').append(bean.getName());
        for (Class<?> each : more) {
            key.append(' ').append(each.getName());
        }
        return host.getName()
                + ViewWriter.SUFFIX
                + Integer.toHexString(key.toString().hashCode());
    }

    /** A class that is there already is of the same bean class, which is deployed as several beans. */
    private static Class<?> define(
            Class<?> view,
            Class<?> host,
            String name,
            List<Class<?>> more,
            List<Method> methods,
            List<@Nullable Method> direct,
            boolean serial,
            boolean equal)
            throws IllegalAccessException {
        MethodHandles.Lookup inside = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
        try {
            return inside.defineClass(ViewWriter.write(view, name, more, methods, direct, serial, equal));
        } catch (LinkageError e) {
            try {
                return Class.forName(name, false, host.getClassLoader());
            } catch (ClassNotFoundException absent) {
                throw e;
            }
        }
    }

    /** No constructor of the bean class runs for a reference (4.9.8), and only this way of the JDK's makes such objects. */
    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JDK has no module jdk.unsupported, which references to beans need", e);
        }
    }

    /** Returns true if an object is a reference of a generated class. */
    public static boolean isReference(Object object) {
        Class<?> type = object.getClass();
        if (!type.getName().contains(ViewWriter.SUFFIX)) {
            return false;
        }
        try {
            return type.getDeclaredField(ViewWriter.FIELD).getType() == BiFunction.class;
        } catch (NoSuchFieldException e) {
            return false;
        }
    }

    /**
     * Returns the target of a reference of any generated class.
     *
     * @return null where it is none
     */
    public static @Nullable Object targetOf(Object reference) {
        if (!isReference(reference)) {
            return null;
        }
        try {
            Field target = reference.getClass().getDeclaredField(ViewWriter.FIELD);
            target.setAccessible(true);
            return target.get(reference);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "the target of " + reference.getClass().getName() + " cannot be read", e);
        }
    }

    /** Returns the view. */
    public Class<V> view() {
        return view;
    }

    /** Returns the methods of which references pass calls on; the number of a method is its place. */
    public List<Method> methods() {
        return methods;
    }

    /** Returns the generated class, of which all references are. */
    public Class<?> type() {
        return type;
    }

    /**
     * Returns the target of a reference.
     *
     * @throws ClassCastException when it is no object of {@link #type}
     */
    public BiFunction<?, ?, ?> target(Object reference) {
        try {
            return (BiFunction<?, ?, ?>) get.invokeExact(reference);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the target of a reference to " + view.getName() + " cannot be read", e);
        }
    }

    /**
     * Makes a reference.
     *
     * @param target gets each call: the number of the method and the arguments; may throw what the method declares
     */
    public V reference(BiFunction<Integer, Object[], Object> target) {
        try {
            Object reference = UNSAFE.allocateInstance(type);
            set.invokeExact(reference, (BiFunction<?, ?, ?>) target);
            return view.cast(reference);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a reference to " + view.getName() + " cannot be made", e);
        }
    }

    /**
     * Lets a reference call methods directly from now on: without an array of arguments and without boxes. A call object is generated
     * for the first reference that does so.
     *
     * @param reference of this class
     * @param calls by the number of a method; null: the method is called as before. Each gets the call object, a
     *     {@code UnaryOperator<Object>} that calls the method on the instance that it is applied to, and an {@code AtomicReference<Object>}
     *     for what the call needs; it returns false, without having called anything, to have the method called as before
     * @return false if none of the methods can be called so
     */
    public boolean direct(Object reference, @Nullable Predicate<Object>[] calls) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // no array of a generic type can be made in another way
        @Nullable
        Predicate<Object>[] possible = new Predicate[calls.length];
        boolean any = false;
        for (int i = 0; i < direct.size(); i++) {
            possible[i] = direct.get(i) == null ? null : calls[i];
            any |= possible[i] != null;
        }
        if (!any) {
            return false;
        }
        try {
            defineCalls();
            Field field = type.getDeclaredField(DirectWriter.FIELD);
            field.setAccessible(true);
            field.set(reference, possible);
            return true;
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "references to the view " + view.getName() + " cannot call directly: " + e.getMessage(), e);
        }
    }

    private void defineCalls() throws ReflectiveOperationException {
        ClassDesc name = DirectWriter.named(ClassDesc.of(type.getName()));
        try {
            MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .defineClass(DirectWriter.write(bean, name, direct));
        } catch (LinkageError e) {
            Class.forName(
                    type.getPackageName().isEmpty()
                            ? name.displayName()
                            : type.getPackageName() + "." + name.displayName(),
                    false,
                    type.getClassLoader());
        }
    }
}
