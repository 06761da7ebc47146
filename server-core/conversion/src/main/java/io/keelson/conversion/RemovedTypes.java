package io.keelson.conversion;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.bcel.Const;
import org.apache.bcel.generic.ClassGen;
import org.apache.bcel.generic.MethodGen;
import org.apache.bcel.generic.ObjectType;
import org.apache.bcel.generic.Type;

/**
 * Types that the servlet API of Java EE 8 still had, and that of Servlet 6.0 has no more, which classes may name although nobody calls
 * them: a session of a framework's own has to say what {@code getSessionContext} returns. Stateless.
 */
final class RemovedTypes {
    private static final String HTTP = "jakarta.servlet.http.";
    private static final String SESSION_CONTEXT = HTTP + "HttpSessionContext";

    private RemovedTypes() {}

    /** Their class files, by path. */
    static Map<String, byte[]> files() throws IOException {
        return Map.of(SESSION_CONTEXT.replace('.', '/') + ".class", sessionContext());
    }

    /** Had nothing to give away since Servlet 2.1. */
    private static byte[] sessionContext() throws IOException {
        ClassGen type = new ClassGen(
                SESSION_CONTEXT,
                "java.lang.Object",
                null,
                Const.ACC_PUBLIC | Const.ACC_INTERFACE | Const.ACC_ABSTRACT,
                new String[0]);
        type.setMajor(Const.MAJOR_1_8);
        method(type, "getIds", new ObjectType("java.util.Enumeration"), Type.NO_ARGS);
        method(type, "getSession", new ObjectType(HTTP + "HttpSession"), new Type[] {Type.STRING});
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        type.getJavaClass().dump(out);
        return out.toByteArray();
    }

    private static void method(ClassGen type, String name, Type returned, Type[] arguments) {
        MethodGen method = new MethodGen(
                Const.ACC_PUBLIC | Const.ACC_ABSTRACT,
                returned,
                arguments,
                null,
                name,
                type.getClassName(),
                null,
                type.getConstantPool());
        type.addMethod(method.getMethod());
    }
}
