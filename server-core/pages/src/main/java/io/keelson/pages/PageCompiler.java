package io.keelson.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jasper.JasperException;
import org.apache.jasper.compiler.JDTCompiler;

/**
 * Compiles a page where the disk takes what comes of it. Jasper does not notice that it could not write all of the source, or
 * keeps the half of a class, and the page then fails without a word of the disk, or for good. Made by Jasper, by name.
 */
public final class PageCompiler extends JDTCompiler {
    /** More than source and classes of nearly every page. */
    private static final int ROOM = 256 * 1024;

    @Override
    public void compile(boolean compileClass, boolean jspcMode) throws Exception {
        Path scratch = ctxt.getOptions().getScratchDir().toPath();
        try {
            takes(scratch);
        } catch (IOException e) {
            throw new JasperException(
                    "the page " + ctxt.getJspFile() + " cannot be compiled, as " + scratch + " takes nothing more: "
                            + e.getMessage() + "; look at the disk's space and rights",
                    e);
        }
        super.compile(compileClass, jspcMode);
    }

    private static void takes(Path directory) throws IOException {
        Path trial = Files.createTempFile(directory, "room", ".tmp");
        try {
            Files.write(trial, new byte[ROOM]);
        } finally {
            Files.deleteIfExists(trial);
        }
    }
}
