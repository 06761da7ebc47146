package io.keelson.deploy.internal.index;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in the constants of a class file: of classes, also those in descriptors, signatures and annotations, and texts. Immutable.
 *
 * @param classes names of classes with dots
 * @param texts all other constants that are texts
 */
public record ClassConstants(Set<String> classes, Set<String> texts) {
    private static final int MAGIC = 0xCAFEBABE;
    private static final Pattern DESCRIPTOR = Pattern.compile("[<()\\[]*[A-Z].*[;VZBCSIJFD>]");
    private static final Pattern TYPE = Pattern.compile("L([\\p{L}\\p{N}_$/-]+)[;<]");

    /** Copies the sets. */
    public ClassConstants {
        classes = Set.copyOf(classes);
        texts = Set.copyOf(texts);
    }

    /**
     * Reads a class file's constants.
     *
     * @throws IOException where it is none, or ends too early
     */
    public static ClassConstants read(byte[] classFile) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        if (in.readInt() != MAGIC) {
            throw new IOException("it does not begin as a class file does");
        }
        in.readInt(); // the version
        int count = in.readUnsignedShort();
        String[] utf8 = new String[count];
        boolean[] named = new boolean[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> utf8[i] = in.readUTF();
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    i++; // takes two places
                }
                case 7 -> named[checked(in.readUnsignedShort(), count)] = true;
                case 8, 16, 19, 20 -> in.readUnsignedShort();
                case 15 -> {
                    in.readByte();
                    in.readUnsignedShort();
                }
                default -> throw new IOException("a constant of the unknown kind " + tag);
            }
        }
        return of(utf8, named);
    }

    private static int checked(int index, int count) throws IOException {
        if (index >= count) {
            throw new IOException("a constant refers to another that is not there");
        }
        return index;
    }

    private static ClassConstants of(String[] utf8, boolean[] named) {
        Set<String> classes = new TreeSet<>();
        Set<String> texts = new TreeSet<>();
        for (int i = 1; i < utf8.length; i++) {
            String text = utf8[i];
            if (text == null) {
                continue;
            }
            if (named[i] && !text.startsWith("[")) {
                classes.add(text.replace('/', '.'));
            } else if (text.contains("L") && DESCRIPTOR.matcher(text).matches()) {
                Matcher type = TYPE.matcher(text);
                while (type.find()) {
                    classes.add(type.group(1).replace('/', '.'));
                }
            } else {
                texts.add(text);
            }
        }
        return new ClassConstants(classes, texts);
    }
}
