package io.keelson.deploy.internal.index;

/** Reader of the first bytes of a class file (JVMS 4.1). */
final class ClassFile {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int HEADER = 8;
    private static final int MAJOR_OF_JAVA_0 = 44;

    private ClassFile() {}

    static boolean isOne(byte[] bytes) {
        return bytes.length >= HEADER
                && ((bytes[0] & 0xFF) << 24 | (bytes[1] & 0xFF) << 16 | (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFF)
                        == MAGIC;
    }

    /** The release of Java that the class needs. */
    static int java(byte[] bytes) {
        return ((bytes[6] & 0xFF) << 8 | bytes[7] & 0xFF) - MAJOR_OF_JAVA_0;
    }
}
