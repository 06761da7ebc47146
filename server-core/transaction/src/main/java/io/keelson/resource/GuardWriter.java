package io.keelson.resource;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Writes the class of a guard: a subclass of {@link GuardedObject} that implements one interface of JDBC by forwarding each method to the
 * delegate. A connection, statement, result set or metadata object that a method returns goes through {@code guarded}. Methods have no
 * branches, so no stack maps are needed. An instance is used once, by one thread.
 */
final class GuardWriter {
    /** The constructor of each class that is written. */
    static final MethodType CONSTRUCTOR =
            MethodType.methodType(void.class, Object.class, ConnectionHandle.class, Statement.class);

    private static final Set<Class<?>> GUARDED =
            Set.of(Connection.class, Statement.class, ResultSet.class, DatabaseMetaData.class);
    private static final String BASE = internal(GuardedObject.class);
    private static final int JAVA_17 = 61;

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;

    private static final int ALOAD = 0x19;
    private static final int ALOAD_0 = 0x2a;
    private static final int ILOAD = 0x15;
    private static final int LLOAD = 0x16;
    private static final int FLOAD = 0x17;
    private static final int DLOAD = 0x18;
    private static final int IRETURN = 0xac;
    private static final int LRETURN = 0xad;
    private static final int FRETURN = 0xae;
    private static final int DRETURN = 0xaf;
    private static final int ARETURN = 0xb0;
    private static final int RETURN = 0xb1;
    private static final int GETFIELD = 0xb4;
    private static final int INVOKEVIRTUAL = 0xb6;
    private static final int INVOKESPECIAL = 0xb7;
    private static final int INVOKEINTERFACE = 0xb9;

    private final Class<?> type;
    private final Map<String, Integer> constants = new HashMap<>();
    private final ByteArrayOutputStream pool = new ByteArrayOutputStream();

    /**
     * A writer.
     *
     * @param type interface to implement
     */
    GuardWriter(Class<?> type) {
        this.type = type;
    }

    /** Returns the class file. */
    byte[] bytes() {
        try {
            Map<String, Method> methods = new LinkedHashMap<>();
            for (Method each : type.getMethods()) {
                if (!Modifier.isStatic(each.getModifiers()) && each.getDeclaringClass() != java.sql.Wrapper.class) {
                    methods.putIfAbsent(each.getName() + descriptor(each), each);
                }
            }
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(body);
            out.writeShort(Modifier.FINAL | 0x0020 | 0x1000); // super, synthetic
            out.writeShort(
                    type(GuardedObject.class.getPackageName().replace('.', '/') + "/Guarded" + type.getSimpleName()));
            out.writeShort(type(BASE));
            out.writeShort(1);
            out.writeShort(type(internal(type)));
            out.writeShort(0); // fields
            out.writeShort(methods.size() + 1);
            constructor(out);
            for (Method each : methods.values()) {
                forward(out, each);
            }
            out.writeShort(0); // attributes
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            DataOutputStream file = new DataOutputStream(whole);
            file.writeInt(0xcafebabe);
            file.writeShort(0);
            file.writeShort(JAVA_17);
            file.writeShort(constants.size() + 1);
            pool.writeTo(file);
            body.writeTo(file);
            return whole.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the guard of " + type.getName(), e);
        }
    }

    private void constructor(DataOutputStream out) throws IOException {
        String descriptor = CONSTRUCTOR.toMethodDescriptorString();
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(code);
        for (int i = 0; i < 4; i++) {
            to.writeByte(ALOAD);
            to.writeByte(i);
        }
        to.writeByte(INVOKESPECIAL);
        to.writeShort(member(METHOD, BASE, "<init>", descriptor));
        to.writeByte(RETURN);
        method(out, 0, "<init>", descriptor, code, 4, 4);
    }

    private void forward(DataOutputStream out, Method each) throws IOException {
        Class<?> guarded = guarded(each);
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(code);
        if (guarded != void.class) {
            to.writeByte(ALOAD_0); // receiver of guarded(...)
        }
        to.writeByte(ALOAD_0);
        to.writeByte(GETFIELD);
        to.writeShort(member(FIELD, BASE, "delegate", Object.class.descriptorString()));
        int local = 1;
        for (Class<?> parameter : each.getParameterTypes()) {
            to.writeByte(load(parameter));
            to.writeByte(local);
            local += size(parameter);
        }
        to.writeByte(INVOKEINTERFACE);
        to.writeShort(member(INTERFACE_METHOD, internal(type), each.getName(), descriptor(each)));
        to.writeByte(local);
        to.writeByte(0);
        if (guarded != void.class) {
            to.writeByte(INVOKEVIRTUAL);
            to.writeShort(member(
                    METHOD,
                    BASE,
                    "guarded",
                    MethodType.methodType(guarded, guarded).toMethodDescriptorString()));
        }
        to.writeByte(leave(each.getReturnType()));
        method(out, Modifier.PUBLIC, each.getName(), descriptor(each), code, local + 2, local);
    }

    /** Returns the type by which the result of a method is guarded; void: it is passed on as it is. */
    private static Class<?> guarded(Method each) {
        if (GUARDED.contains(each.getReturnType())) {
            return each.getReturnType();
        }
        boolean cursor = each.getName().equals("getObject") && each.getParameterCount() == 1;
        return cursor ? Object.class : void.class;
    }

    private void method(
            DataOutputStream out,
            int access,
            String name,
            String descriptor,
            ByteArrayOutputStream code,
            int stack,
            int locals)
            throws IOException {
        out.writeShort(access);
        out.writeShort(text(name));
        out.writeShort(text(descriptor));
        out.writeShort(1);
        out.writeShort(text("Code"));
        out.writeInt(12 + code.size());
        out.writeShort(stack);
        out.writeShort(locals);
        out.writeInt(code.size());
        code.writeTo(out);
        out.writeShort(0); // exception handlers
        out.writeShort(0); // attributes
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static String descriptor(Method each) {
        return MethodType.methodType(each.getReturnType(), each.getParameterTypes())
                .toMethodDescriptorString();
    }

    private static int size(Class<?> type) {
        return type == long.class || type == double.class ? 2 : 1;
    }

    private static int load(Class<?> type) {
        if (!type.isPrimitive()) {
            return ALOAD;
        }
        return type == long.class ? LLOAD : type == float.class ? FLOAD : type == double.class ? DLOAD : ILOAD;
    }

    private static int leave(Class<?> type) {
        if (!type.isPrimitive()) {
            return ARETURN;
        }
        if (type == void.class) {
            return RETURN;
        }
        return type == long.class ? LRETURN : type == float.class ? FRETURN : type == double.class ? DRETURN : IRETURN;
    }

    // ---- constants -------------------------------------------------------------------------------------------------

    private int text(String text) throws IOException {
        Integer known = constants.get("text " + text);
        if (known == null) {
            DataOutputStream out = new DataOutputStream(pool);
            out.writeByte(UTF8);
            out.writeUTF(text);
            known = added("text " + text);
        }
        return known;
    }

    private int type(String internal) throws IOException {
        return constant(CLASS, text(internal), -1);
    }

    private int member(int kind, String owner, String name, String descriptor) throws IOException {
        int of = type(owner);
        return constant(kind, of, constant(NAME_AND_TYPE, text(name), text(descriptor)));
    }

    /** Returns the index of a constant that refers to others; {@code second} is -1 where it refers to one. */
    private int constant(int kind, int first, int second) throws IOException {
        String key = kind + ":" + first + ":" + second;
        Integer known = constants.get(key);
        if (known == null) {
            DataOutputStream out = new DataOutputStream(pool);
            out.writeByte(kind);
            out.writeShort(first);
            if (second >= 0) {
                out.writeShort(second);
            }
            known = added(key);
        }
        return known;
    }

    private int added(String key) {
        int index = constants.size() + 1;
        constants.put(key, index);
        return index;
    }
}
