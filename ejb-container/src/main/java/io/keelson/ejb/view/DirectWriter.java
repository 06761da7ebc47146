package io.keelson.ejb.view;

import io.github.dmlloyd.classfile.ClassBuilder;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.Label;
import io.github.dmlloyd.classfile.TypeKind;
import io.github.dmlloyd.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes the class of a view's call objects, and the code of references that uses them. A call object has the arguments and the result
 * of one call in fields; its {@code apply} calls the method on an instance. A thread takes one that has served a call before, and gives
 * it back.
 */
final class DirectWriter {
    /** The field of a reference with what runs direct calls, by the number of the method; null while there are none. */
    static final String FIELD = "keelson$direct";

    static final ClassDesc CALLS = desc(Predicate[].class);

    /** Spare call objects: one for each group of threads, on a cache line of its own. */
    private static final int SPARES = 16;

    private static final int STRIDE = 16;

    private static final ClassDesc OBJECT = ConstantDescs.CD_Object;
    private static final ClassDesc CALL = desc(Predicate.class);
    private static final ClassDesc ARRAY = desc(AtomicReferenceArray.class);
    private static final ClassDesc SUPER = desc(AtomicReference.class);
    private static final ClassDesc THREAD = desc(Thread.class);
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

    private DirectWriter() {}

    /** Returns the name of the class of call objects. */
    static ClassDesc named(ClassDesc view) {
        return ClassDesc.of(
                (view.packageName().isEmpty() ? "" : view.packageName() + ".") + view.displayName() + "Call");
    }

    /**
     * Writes the class.
     *
     * @param methods of the bean class by the view's numbers; null for those that are not called directly
     */
    static byte[] write(Class<?> bean, ClassDesc self, List<@Nullable Method> methods) {
        Set<String> fields = new TreeSet<>();
        for (Method each : methods) {
            if (each != null) {
                fields.addAll(DirectMethods.fields(each));
                if (each.getReturnType() != void.class) {
                    fields.add(DirectMethods.result(each.getReturnType()));
                }
            }
        }
        return ClassFile.of().build(self, builder -> {
            builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
            builder.withSuperclass(SUPER);
            builder.withInterfaceSymbols(desc(UnaryOperator.class));
            builder.withField("number", ConstantDescs.CD_int, 0);
            fields.forEach(field -> builder.withField(field, type(field), 0));
            spares(builder, self);
            returned(builder, self, fields);
            builder.withMethodBody(
                    "apply",
                    MethodTypeDesc.of(OBJECT, OBJECT),
                    ClassFile.ACC_PUBLIC,
                    code -> apply(code, bean, self, methods));
        });
    }

    private static void spares(ClassBuilder builder, ClassDesc self) {
        builder.withField("spares", ARRAY, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
        builder.withMethodBody(
                "<clinit>",
                NOTHING,
                ClassFile.ACC_STATIC,
                code -> code.new_(ARRAY)
                        .dup()
                        .loadConstant(SPARES * STRIDE)
                        .invokespecial(ARRAY, "<init>", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int))
                        .putstatic(self, "spares", ARRAY)
                        .return_());
        builder.withMethodBody(
                "<init>",
                NOTHING,
                ClassFile.ACC_PRIVATE,
                code -> code.aload(0).invokespecial(SUPER, "<init>", NOTHING).return_());
        builder.withMethodBody("taken", MethodTypeDesc.of(self), ClassFile.ACC_STATIC, code -> {
            Label none = code.newLabel();
            code.getstatic(self, "spares", ARRAY);
            place(code);
            code.aconst_null()
                    .invokevirtual(ARRAY, "getAndSet", MethodTypeDesc.of(OBJECT, ConstantDescs.CD_int, OBJECT))
                    .checkcast(self)
                    .astore(0)
                    .aload(0)
                    .ifnull(none)
                    .aload(0)
                    .areturn()
                    .labelBinding(none)
                    .new_(self)
                    .dup()
                    .invokespecial(self, "<init>", NOTHING)
                    .areturn();
        });
    }

    /** Gives a call object back, without what it has led to. */
    private static void returned(ClassBuilder builder, ClassDesc self, Set<String> fields) {
        builder.withMethodBody("returned", NOTHING, 0, code -> {
            for (String field : fields) {
                if (type(field).equals(OBJECT)) {
                    code.aload(0).aconst_null().putfield(self, field, OBJECT);
                }
            }
            code.getstatic(self, "spares", ARRAY);
            place(code);
            code.aload(0)
                    .invokevirtual(
                            ARRAY, "setRelease", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, OBJECT))
                    .return_();
        });
    }

    /** The place of the calling thread among the spare call objects. */
    private static void place(CodeBuilder code) {
        code.invokestatic(THREAD, "currentThread", MethodTypeDesc.of(THREAD))
                .invokevirtual(THREAD, "getId", MethodTypeDesc.of(ConstantDescs.CD_long))
                .l2i()
                .loadConstant(SPARES - 1)
                .iand()
                .loadConstant(STRIDE)
                .imul();
    }

    private static void apply(CodeBuilder code, Class<?> bean, ClassDesc self, List<@Nullable Method> methods) {
        Label other = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            if (methods.get(i) != null) {
                cases.add(SwitchCase.of(i, code.newLabel()));
            }
        }
        code.aload(0).getfield(self, "number", ConstantDescs.CD_int).lookupswitch(other, cases);
        for (SwitchCase each : cases) {
            Method method = methods.get(each.caseValue());
            if (method != null) {
                code.labelBinding(each.target());
                call(code, bean, self, method);
            }
        }
        ClassDesc error = desc(IllegalStateException.class);
        code.labelBinding(other)
                .new_(error)
                .dup()
                .invokespecial(error, "<init>", NOTHING)
                .athrow();
    }

    private static void call(CodeBuilder code, Class<?> bean, ClassDesc self, Method method) {
        Class<?> result = method.getReturnType();
        if (result != void.class) {
            code.aload(0);
        }
        code.aload(1).checkcast(desc(bean));
        List<String> fields = DirectMethods.fields(method);
        ClassDesc[] parameters = new ClassDesc[fields.size()];
        for (int i = 0; i < parameters.length; i++) {
            Class<?> parameter = method.getParameterTypes()[i];
            parameters[i] = desc(parameter);
            code.aload(0).getfield(self, fields.get(i), type(fields.get(i)));
            if (!parameter.isPrimitive()) {
                code.checkcast(parameters[i]);
            }
        }
        code.invokevirtual(desc(bean), method.getName(), MethodTypeDesc.of(desc(result), parameters));
        if (result != void.class) {
            String field = DirectMethods.result(result);
            code.putfield(self, field, type(field));
        }
        code.aconst_null().areturn();
    }

    /**
     * Writes the code of a reference: it returns from the method where the call was made directly, and goes on where it was not.
     *
     * @param view the class of the reference
     * @param number of the method
     */
    static void reference(CodeBuilder code, ClassDesc view, Method method, int number) {
        ClassDesc type = named(view);
        Label general = code.newLabel();
        Label refused = code.newLabel();
        int calls = code.allocateLocal(TypeKind.REFERENCE);
        int call = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0).getfield(view, FIELD, CALLS).astore(calls);
        code.aload(calls).ifnull(general);
        code.aload(calls).loadConstant(number).aaload().ifnull(general);
        code.invokestatic(type, "taken", MethodTypeDesc.of(type)).astore(call);
        code.aload(call).loadConstant(number).putfield(type, "number", ConstantDescs.CD_int);
        List<String> fields = DirectMethods.fields(method);
        int slot = 1;
        for (int i = 0; i < fields.size(); i++) {
            TypeKind kind = TypeKind.from(desc(method.getParameterTypes()[i]));
            code.aload(call).loadLocal(kind, slot).putfield(type, fields.get(i), type(fields.get(i)));
            slot += kind.slotSize();
        }
        code.aload(calls).loadConstant(number).aaload().aload(call);
        code.invokeinterface(CALL, "test", MethodTypeDesc.of(ConstantDescs.CD_boolean, OBJECT))
                .ifeq(refused);
        Class<?> result = method.getReturnType();
        if (result == void.class) {
            code.aload(call).invokevirtual(type, "returned", NOTHING).return_();
        } else {
            TypeKind kind = TypeKind.from(desc(result));
            String field = DirectMethods.result(result);
            int answer = code.allocateLocal(kind);
            code.aload(call).getfield(type, field, type(field));
            if (!result.isPrimitive()) {
                code.checkcast(desc(result));
            }
            code.storeLocal(kind, answer);
            code.aload(call).invokevirtual(type, "returned", NOTHING);
            code.loadLocal(kind, answer).return_(kind);
        }
        code.labelBinding(refused).aload(call).invokevirtual(type, "returned", NOTHING);
        code.labelBinding(general);
    }

    private static ClassDesc type(String field) {
        return switch (field.charAt(field.charAt(0) == 'r' ? 1 : 0)) {
            case 'J' -> ConstantDescs.CD_long;
            case 'F' -> ConstantDescs.CD_float;
            case 'D' -> ConstantDescs.CD_double;
            case 'I' -> ConstantDescs.CD_int;
            default -> OBJECT;
        };
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
