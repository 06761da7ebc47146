package io.keelson.remoting.internal.call;

import io.keelson.api.remote.Idempotent;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.rmi.RemoteException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A method of a remote interface. On the wire it is a hash of its name and the types of its parameters and result, so that
 * two builds of an interface understand each other in the methods that both have.
 *
 * @param hash eight bytes of SHA-256
 * @param idempotent whether it may be executed twice
 * @param remoteFailures whether its callers expect a {@link RemoteException}
 */
record RemoteMethod(Method method, long hash, int parameters, boolean idempotent, boolean remoteFailures, String name) {
    /** The methods of an interface, and of those that it extends. Kept as long as the interface is. */
    private static final ClassValue<Map<Method, RemoteMethod>> OF_INTERFACE = new ClassValue<>() {
        @Override
        protected Map<Method, RemoteMethod> computeValue(Class<?> type) {
            Map<Method, RemoteMethod> methods = new HashMap<>();
            for (Method method : type.getMethods()) {
                if (!java.lang.reflect.Modifier.isStatic(method.getModifiers())) {
                    methods.put(method, of(method));
                }
            }
            return methods;
        }
    };

    static Map<Method, RemoteMethod> ofInterface(Class<?> type) {
        return OF_INTERFACE.get(type);
    }

    /** The methods of several interfaces by their hash. */
    static Map<Long, RemoteMethod> byHash(Iterable<Class<?>> interfaces) {
        Map<Long, RemoteMethod> byHash = new HashMap<>();
        interfaces.forEach(type -> ofInterface(type).values().forEach(method -> byHash.put(method.hash, method)));
        return byHash;
    }

    private static RemoteMethod of(Method method) {
        boolean idempotent = method.isAnnotationPresent(Idempotent.class)
                || method.getDeclaringClass().isAnnotationPresent(Idempotent.class);
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        method.trySetAccessible();
        return new RemoteMethod(
                method, hash(method), method.getParameterCount(), idempotent, expectsRemote(method), name);
    }

    /** Those of {@link java.rmi.Remote} interfaces do, as they have to; those of business interfaces where they say so. */
    private static boolean expectsRemote(Method method) {
        return Arrays.stream(method.getExceptionTypes()).anyMatch(type -> type.isAssignableFrom(RemoteException.class));
    }

    private static long hash(Method method) {
        String signature = method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getName)
                        .collect(Collectors.joining(",", "(", ")"))
                + method.getReturnType().getName();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(signature.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
