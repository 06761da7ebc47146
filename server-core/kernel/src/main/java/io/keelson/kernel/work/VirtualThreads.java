package io.keelson.kernel.work;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;

/** Virtual threads where the JDK has them: 21 and newer. Reached through method handles, because the server is built for 17. */
public final class VirtualThreads {
    private static final int FIRST = 21;

    private VirtualThreads() {}

    /** Looked up when the first is made: no part of a start without them. */
    private static final class Found {
        private static final Maker MAKER = find();
    }

    private record Maker(MethodHandle ofVirtual, MethodHandle inherit, MethodHandle name, MethodHandle factory) {}

    private static Maker find() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
            return new Maker(
                    lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual)),
                    lookup.findVirtual(
                            builder, "inheritInheritableThreadLocals", MethodType.methodType(builder, boolean.class)),
                    lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class)),
                    lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JDK " + Runtime.version() + " has no virtual threads as 21 has them", e);
        }
    }

    /** Returns whether this JDK has them. */
    public static boolean available() {
        return Runtime.version().feature() >= FIRST; // before, as a preview at most
    }

    /** Returns what to say where it has not. */
    static String missing() {
        return "virtual-threads needs JDK 21 or newer, and this server runs on "
                + Runtime.version().feature() + "; leave it out or start the server with a newer JDK";
    }

    /**
     * Makes virtual threads that inherit no thread locals.
     *
     * @param prefix what stands before the number in their names
     * @throws IllegalStateException where the JDK has none
     */
    public static ThreadFactory factory(String prefix) {
        if (!available()) {
            throw new IllegalStateException(missing());
        }
        Maker maker = Found.MAKER;
        try {
            Object builder = maker.ofVirtual().invoke();
            builder = maker.inherit().invoke(builder, false);
            builder = maker.name().invoke(builder, prefix, 0L);
            return (ThreadFactory) maker.factory().invoke(builder);
        } catch (Throwable e) { // a method handle throws whatever its method does; these throw nothing by contract
            throw new IllegalStateException("the JDK made no virtual threads", e);
        }
    }
}
