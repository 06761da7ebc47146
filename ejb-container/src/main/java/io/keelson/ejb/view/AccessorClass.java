package io.keelson.ejb.view;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A generated subclass of an abstract bean class, which passes calls of its abstract methods to a function. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise JavaBeans 2.1, 10.4.1.
 */
public final class AccessorClass {
    private static final MethodType MAKE = MethodType.methodType(Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, BiFunction.class);

    private final MethodHandle make;
    private final MethodHandle set;

    private AccessorClass(MethodHandle make, MethodHandle set) {
        this.make = make;
        this.set = set;
    }

    /**
     * Generates the class.
     *
     * @param methods the abstract methods; the number of a method is its place
     * @throws IllegalArgumentException when that cannot be done
     */
    public static AccessorClass of(Class<?> bean, List<Method> methods) {
        try {
            MethodHandles.Lookup beside = MethodHandles.privateLookupIn(bean, MethodHandles.lookup());
            String name = bean.getName() + "$$Accessors";
            Class<?> type;
            try {
                type = beside.defineClass(ViewWriter.writeAccessors(bean, name, methods));
            } catch (LinkageError e) {
                type = Class.forName(name, false, bean.getClassLoader()); // the bean class is that of several beans
            }
            MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            return new AccessorClass(
                    inside.findConstructor(type, MethodType.methodType(void.class))
                            .asType(MAKE),
                    inside.findSetter(type, ViewWriter.FIELD, BiFunction.class).asType(SET));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "the abstract methods of " + bean.getName() + " cannot be implemented: " + e.getMessage(), e);
        }
    }

    /**
     * Makes an object by the constructor of the bean class.
     *
     * @param target gets each call of an abstract method: its number and the arguments
     * @throws Throwable what the constructor throws
     */
    public Object make(BiFunction<Integer, Object[], Object> target) throws Throwable {
        Object made = (Object) make.invokeExact();
        set.invokeExact(made, (BiFunction<?, ?, ?>) target);
        return made;
    }
}
