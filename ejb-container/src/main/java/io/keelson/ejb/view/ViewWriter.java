package io.keelson.ejb.view;

import io.github.dmlloyd.classfile.ClassBuilder;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.TypeKind;
import java.io.Serializable;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the bytes of a view's class: each method boxes its arguments and calls the {@link BiFunction} in a field with its number.
 * That type is the JDK's, since the application's loader shows nothing of the server.
 */
final class ViewWriter {
    /** The field with the function. */
    static final String FIELD = "keelson$target";

    /** Part of the names of all generated classes. */
    static final String SUFFIX = "$$View";

    private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
    private static final ClassDesc INTEGER = ConstantDescs.CD_Integer;
    private static final ClassDesc FUNCTION = desc(BiFunction.class);
    private static final MethodTypeDesc APPLY = MethodTypeDesc.of(OBJECT, OBJECT, OBJECT);
    private static final MethodTypeDesc BOX_INTEGER = MethodTypeDesc.of(INTEGER, ConstantDescs.CD_int);

    /** The number by which a reference asks its target for the object that stands for it in a stream. */
    static final int REPLACE = -1;

    /** The numbers by which an object asks its target if it equals another one, and for its hash code. */
    static final int EQUALS = -2;

    static final int HASH = -3;

    /** The fields of what stands for references in streams. */
    static final String IDENTITY = "identity";

    static final String RESOLVER = "resolver";

    private ViewWriter() {}

    /**
     * Writes a view's class.
     *
     * @param direct the bean's methods that references may call directly, by number; empty: none
     */
    static byte[] write(
            Class<?> view,
            String name,
            List<Class<?>> more,
            List<Method> methods,
            List<@Nullable Method> direct,
            boolean serial,
            boolean equal) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of().build(self, builder -> {
            builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
            builder.withFlags(
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
            List<ClassDesc> interfaces = new ArrayList<>();
            if (view.isInterface()) {
                interfaces.add(desc(view));
            } else {
                builder.withSuperclass(desc(view));
            }
            more.forEach(each -> interfaces.add(desc(each)));
            if (serial) {
                interfaces.add(desc(Serializable.class));
            }
            builder.withInterfaceSymbols(interfaces);
            builder.withField(FIELD, FUNCTION, ClassFile.ACC_PRIVATE);
            if (!direct.isEmpty()) {
                builder.withField(DirectWriter.FIELD, DirectWriter.CALLS, ClassFile.ACC_PRIVATE);
            }
            for (int i = 0; i < methods.size(); i++) {
                method(builder, self, methods.get(i), i, !direct.isEmpty() && direct.get(i) != null);
            }
            if (equal) {
                compared(builder, self);
            }
            if (serial) {
                replaced(builder, self);
            }
        });
    }

    /** {@code equals} and {@code hashCode}, which ask the target. */
    private static void compared(ClassBuilder builder, ClassDesc self) {
        builder.withMethodBody(
                "equals", MethodTypeDesc.of(ConstantDescs.CD_boolean, OBJECT), ClassFile.ACC_PUBLIC, code -> {
                    code.aload(0).getfield(self, FIELD, FUNCTION);
                    code.loadConstant(EQUALS).invokestatic(INTEGER, "valueOf", BOX_INTEGER);
                    code.loadConstant(1)
                            .anewarray(OBJECT)
                            .dup()
                            .loadConstant(0)
                            .aload(1)
                            .aastore();
                    code.invokeinterface(FUNCTION, "apply", APPLY);
                    answer(code, boolean.class);
                });
        builder.withMethodBody("hashCode", MethodTypeDesc.of(ConstantDescs.CD_int), ClassFile.ACC_PUBLIC, code -> {
            code.aload(0).getfield(self, FIELD, FUNCTION);
            code.loadConstant(HASH)
                    .invokestatic(INTEGER, "valueOf", BOX_INTEGER)
                    .aconst_null();
            code.invokeinterface(FUNCTION, "apply", APPLY);
            answer(code, int.class);
        });
    }

    /** Writes a subclass that implements the abstract methods of its superclass, whose constructor it calls. */
    static byte[] writeAccessors(Class<?> bean, String name, List<Method> methods) {
        ClassDesc self = ClassDesc.of(name);
        MethodTypeDesc nothing = MethodTypeDesc.of(ConstantDescs.CD_void);
        return ClassFile.of().build(self, builder -> {
            builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
            builder.withFlags(
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
            builder.withSuperclass(desc(bean));
            builder.withField(FIELD, FUNCTION, ClassFile.ACC_PRIVATE | ClassFile.ACC_TRANSIENT);
            builder.withMethodBody(
                    "<init>",
                    nothing,
                    ClassFile.ACC_PUBLIC,
                    code -> code.aload(0)
                            .invokespecial(desc(bean), "<init>", nothing)
                            .return_());
            for (int i = 0; i < methods.size(); i++) {
                method(builder, self, methods.get(i), i, false);
            }
        });
    }

    /** {@code private Object writeReplace() { return target.apply(REPLACE, null); }} */
    private static void replaced(ClassBuilder builder, ClassDesc self) {
        builder.withMethodBody(
                "writeReplace",
                MethodTypeDesc.of(OBJECT),
                ClassFile.ACC_PRIVATE,
                code -> code.aload(0)
                        .getfield(self, FIELD, FUNCTION)
                        .loadConstant(REPLACE)
                        .invokestatic(INTEGER, "valueOf", BOX_INTEGER)
                        .aconst_null()
                        .invokeinterface(FUNCTION, "apply", APPLY)
                        .areturn());
    }

    /**
     * Writes the class of what stands for references in streams: it has the identity of a bean as text, and becomes a reference again by a
     * function of the server that reads it.
     */
    static byte[] writeStandIn(String name) {
        ClassDesc self = ClassDesc.of(name);
        ClassDesc function = desc(Function.class);
        ClassDesc text = ConstantDescs.CD_String;
        return ClassFile.of().build(self, builder -> {
            builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
            builder.withFlags(
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
            builder.withInterfaceSymbols(desc(Serializable.class));
            builder.withField(IDENTITY, text, ClassFile.ACC_PRIVATE);
            builder.withField(
                    RESOLVER, function, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_TRANSIENT);
            builder.withMethodBody(
                    "<init>",
                    MethodTypeDesc.of(ConstantDescs.CD_void, text),
                    ClassFile.ACC_PUBLIC,
                    code -> code.aload(0)
                            .invokespecial(OBJECT, "<init>", MethodTypeDesc.of(ConstantDescs.CD_void))
                            .aload(0)
                            .aload(1)
                            .putfield(self, IDENTITY, text)
                            .return_());
            builder.withMethodBody(
                    "readResolve",
                    MethodTypeDesc.of(OBJECT),
                    ClassFile.ACC_PRIVATE,
                    code -> code.getstatic(self, RESOLVER, function)
                            .aload(0)
                            .getfield(self, IDENTITY, text)
                            .invokeinterface(function, "apply", MethodTypeDesc.of(OBJECT, OBJECT))
                            .areturn());
        });
    }

    private static void method(ClassBuilder builder, ClassDesc self, Method method, int number, boolean direct) {
        ClassDesc[] parameters = new ClassDesc[method.getParameterCount()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = desc(method.getParameterTypes()[i]);
        }
        MethodTypeDesc type = MethodTypeDesc.of(desc(method.getReturnType()), parameters);
        int flags = method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED);
        builder.withMethodBody(method.getName(), type, flags, code -> {
            if (direct) {
                DirectWriter.reference(code, self, method, number);
            }
            body(code, self, method, number);
        });
    }

    private static void body(CodeBuilder code, ClassDesc self, Method method, int number) {
        code.aload(0).getfield(self, FIELD, FUNCTION);
        code.loadConstant(number).invokestatic(INTEGER, "valueOf", BOX_INTEGER);
        Class<?>[] parameters = method.getParameterTypes();
        code.loadConstant(parameters.length).anewarray(OBJECT);
        int slot = 1;
        for (int i = 0; i < parameters.length; i++) {
            TypeKind kind = TypeKind.from(desc(parameters[i]));
            code.dup().loadConstant(i).loadLocal(kind, slot);
            if (parameters[i].isPrimitive()) {
                ClassDesc boxed = boxed(parameters[i]);
                code.invokestatic(boxed, "valueOf", MethodTypeDesc.of(boxed, desc(parameters[i])));
            }
            code.aastore();
            slot += kind.slotSize();
        }
        code.invokeinterface(FUNCTION, "apply", APPLY);
        answer(code, method.getReturnType());
    }

    private static void answer(CodeBuilder code, Class<?> returned) {
        if (returned == void.class) {
            code.pop().return_();
        } else if (returned.isPrimitive()) {
            ClassDesc boxed = boxed(returned);
            code.checkcast(boxed)
                    .invokevirtual(boxed, returned.getName() + "Value", MethodTypeDesc.of(desc(returned)))
                    .return_(TypeKind.from(desc(returned)));
        } else {
            code.checkcast(desc(returned)).areturn();
        }
    }

    private static ClassDesc boxed(Class<?> primitive) {
        return desc(java.lang.invoke.MethodType.methodType(primitive).wrap().returnType());
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
