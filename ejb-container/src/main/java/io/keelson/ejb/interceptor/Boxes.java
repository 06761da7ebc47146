package io.keelson.ejb.interceptor;

import java.lang.invoke.MethodType;

/** Classes of values as objects. */
final class Boxes {
    private Boxes() {}

    /** Returns the class that wraps a primitive type; any other as it is. */
    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
