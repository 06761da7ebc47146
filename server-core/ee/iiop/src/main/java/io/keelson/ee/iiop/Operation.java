package io.keelson.ee.iiop;

import com.sun.corba.se.impl.presentation.rmi.DynamicMethodMarshallerImpl;
import com.sun.corba.se.impl.presentation.rmi.ExceptionHandlerImpl;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;

/**
 * A method as GIOP carries it. References are read and written as CORBA objects, which the caller turns into references of beans.
 * Thread-safe.
 *
 * <p>Specification: Java Language to IDL Mapping 1.3, 28.3.
 */
final class Operation {
    private final Method method;
    private final DynamicMethodMarshallerImpl.@Nullable ReaderWriter[] parameters;
    private final DynamicMethodMarshallerImpl.@Nullable ReaderWriter result;
    private final ExceptionHandlerImpl exceptions;

    Operation(Method method) {
        this.method = method;
        Class<?>[] types = method.getParameterTypes();
        this.parameters = new DynamicMethodMarshallerImpl.ReaderWriter[types.length];
        for (int i = 0; i < types.length; i++) {
            parameters[i] = codec(types[i]);
        }
        this.result = codec(method.getReturnType());
        this.exceptions = new ExceptionHandlerImpl(method.getExceptionTypes());
    }

    /** Returns null for references and for void. */
    private static DynamicMethodMarshallerImpl.@Nullable ReaderWriter codec(Class<?> type) {
        return type == void.class || Remote.class.isAssignableFrom(type)
                ? null
                : DynamicMethodMarshallerImpl.makeReaderWriter(type);
    }

    Method method() {
        return method;
    }

    @Nullable
    Object[] read(InputStream in, Function<@Nullable Object, @Nullable Object> references) {
        @Nullable Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            DynamicMethodMarshallerImpl.ReaderWriter codec = parameters[i];
            Object value = codec == null ? in.read_Object() : codec.read(in);
            arguments[i] = references.apply(value);
        }
        return arguments;
    }

    void write(OutputStream out, @Nullable Object value) {
        if (method.getReturnType() == void.class) {
            return;
        }
        if (result == null) {
            out.write_Object((org.omg.CORBA.Object) value);
        } else {
            result.write(out, value);
        }
    }

    boolean declares(Throwable thrown) {
        return thrown instanceof Exception && exceptions.isDeclaredException(thrown.getClass());
    }

    void writeException(OutputStream out, Exception thrown) {
        exceptions.writeException(out, thrown);
    }
}
