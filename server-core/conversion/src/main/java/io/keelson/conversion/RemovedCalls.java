package io.keelson.conversion;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.bcel.Const;
import org.apache.bcel.classfile.ClassParser;
import org.apache.bcel.classfile.Code;
import org.apache.bcel.classfile.Constant;
import org.apache.bcel.classfile.ConstantCP;
import org.apache.bcel.classfile.ConstantInterfaceMethodref;
import org.apache.bcel.classfile.ConstantMethodref;
import org.apache.bcel.classfile.ConstantNameAndType;
import org.apache.bcel.classfile.ConstantPool;
import org.apache.bcel.classfile.JavaClass;
import org.apache.bcel.classfile.Method;
import org.apache.bcel.generic.ConstantPoolGen;
import org.apache.bcel.generic.INVOKEDYNAMIC;
import org.apache.bcel.generic.Instruction;
import org.apache.bcel.generic.InstructionHandle;
import org.apache.bcel.generic.InstructionList;
import org.apache.bcel.generic.InvokeInstruction;

/**
 * Lets a converted class call {@link RemovedMethods} where it calls a method that the servlet API has no more. Such a call is as long as
 * the one that it replaces, so nothing else in the class moves. Stateless.
 */
final class RemovedCalls {
    static final String REPLACEMENT = "io/keelson/conversion/RemovedMethods";

    private static final String HTTP = "jakarta.servlet.http.";
    private static final Set<String> RESPONSES =
            Set.of(HTTP + "HttpServletResponse", HTTP + "HttpServletResponseWrapper");
    private static final Set<String> REQUESTS = Set.of(HTTP + "HttpServletRequest", HTTP + "HttpServletRequestWrapper");
    private static final Set<String> ALL_REQUESTS = Set.of(
            HTTP + "HttpServletRequest",
            HTTP + "HttpServletRequestWrapper",
            "jakarta.servlet.ServletRequest",
            "jakarta.servlet.ServletRequestWrapper");
    private static final Set<String> SESSIONS = Set.of(HTTP + "HttpSession");
    private static final Set<String> CONTEXTS = Set.of("jakarta.servlet.ServletContext");

    /**
     * A method that is gone.
     *
     * @param owners types that had it
     * @param arguments their descriptors
     * @param type of the receiver of the method that takes its place
     * @param wrapper type of the receiver where a subclass calls the method of its superclass; empty: no class had it
     */
    private record Removed(
            Set<String> owners, String name, String arguments, String returned, String type, String wrapper) {
        boolean is(String owner, String calledName, String signature) {
            return name.equals(calledName)
                    && signature.equals("(" + arguments + ")" + returned)
                    && owners.contains(owner);
        }

        String name(boolean bySubclass) {
            return bySubclass ? "super" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
        }

        String signature(boolean bySubclass) {
            return "(Ljakarta/servlet/" + (bySubclass ? wrapper : type) + ";" + arguments + ")" + returned;
        }
    }

    private static final String TEXT = "Ljava/lang/String;";
    private static final String OBJECT = "Ljava/lang/Object;";

    private static final List<Removed> REMOVED = List.of(
            response("setStatus", "I" + TEXT, "V"),
            response("encodeUrl", TEXT, TEXT),
            response("encodeRedirectUrl", TEXT, TEXT),
            new Removed(
                    REQUESTS,
                    "isRequestedSessionIdFromUrl",
                    "",
                    "Z",
                    "http/HttpServletRequest",
                    "http/HttpServletRequestWrapper"),
            new Removed(ALL_REQUESTS, "getRealPath", TEXT, TEXT, "ServletRequest", "ServletRequestWrapper"),
            session("getValue", TEXT, OBJECT),
            session("getValueNames", "", "[" + TEXT),
            session("putValue", TEXT + OBJECT, "V"),
            session("removeValue", TEXT, "V"),
            new Removed(CONTEXTS, "log", "Ljava/lang/Exception;" + TEXT, "V", "ServletContext", ""));

    private RemovedCalls() {}

    private static Removed response(String name, String arguments, String returned) {
        return new Removed(
                RESPONSES, name, arguments, returned, "http/HttpServletResponse", "http/HttpServletResponseWrapper");
    }

    private static Removed session(String name, String arguments, String returned) {
        return new Removed(SESSIONS, name, arguments, returned, "http/HttpSession", "");
    }

    /**
     * A class that calls nothing that is gone.
     *
     * @param converted a class file whose names are those of Jakarta EE already
     * @return the same array where there is nothing to replace
     */
    static byte[] replaced(String path, byte[] converted) throws IOException {
        JavaClass type = new ClassParser(new ByteArrayInputStream(converted), path).parse();
        Map<Integer, Removed> calls = calls(type.getConstantPool());
        if (calls.isEmpty()) {
            return converted;
        }
        ConstantPoolGen pool = new ConstantPoolGen(type.getConstantPool());
        for (Method method : type.getMethods()) {
            Code code = method.getCode();
            if (code != null) {
                replace(code, calls, pool);
            }
        }
        type.setConstantPool(pool.getFinalConstantPool());
        return type.getBytes();
    }

    /** Returns the removed methods that are called, by their index among the constants. */
    private static Map<Integer, Removed> calls(ConstantPool pool) {
        Map<Integer, Removed> calls = new HashMap<>();
        Constant[] constants = pool.getConstantPool();
        for (int i = 1; i < constants.length; i++) {
            if (constants[i] instanceof ConstantMethodref || constants[i] instanceof ConstantInterfaceMethodref) {
                ConstantCP call = (ConstantCP) constants[i];
                ConstantNameAndType what =
                        (ConstantNameAndType) pool.getConstant(call.getNameAndTypeIndex(), Const.CONSTANT_NameAndType);
                String owner = call.getClass(pool);
                int index = i;
                REMOVED.stream()
                        .filter(removed -> removed.is(owner, what.getName(pool), what.getSignature(pool)))
                        .findFirst()
                        .ifPresent(removed -> calls.put(index, removed));
            }
        }
        return calls;
    }

    private static void replace(Code code, Map<Integer, Removed> calls, ConstantPoolGen pool) {
        byte[] bytes = code.getCode();
        for (InstructionHandle handle : new InstructionList(bytes).getInstructionHandles()) {
            Instruction instruction = handle.getInstruction();
            if (instruction instanceof InvokeInstruction call && !(call instanceof INVOKEDYNAMIC)) {
                Removed removed = calls.get(call.getIndex());
                if (removed != null) {
                    replace(bytes, handle.getPosition(), removed, pool);
                }
            }
        }
        code.setCode(bytes);
    }

    private static void replace(byte[] code, int at, Removed removed, ConstantPoolGen pool) {
        int opcode = code[at] & 0xff;
        boolean bySubclass = opcode == Const.INVOKESPECIAL;
        int index = pool.addMethodref(
                REPLACEMENT.replace('/', '.'), removed.name(bySubclass), removed.signature(bySubclass));
        code[at] = (byte) Const.INVOKESTATIC;
        code[at + 1] = (byte) (index >> 8);
        code[at + 2] = (byte) index;
        if (opcode == Const.INVOKEINTERFACE) {
            // Which says how many arguments there are, and has a byte to spare.
            code[at + 3] = (byte) Const.NOP;
            code[at + 4] = (byte) Const.NOP;
        }
    }
}
