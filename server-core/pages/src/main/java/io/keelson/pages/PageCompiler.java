package io.keelson.pages;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.jasper.JasperException;
import org.apache.jasper.JspCompilationContext;
import org.apache.jasper.compiler.JDTCompiler;
import org.apache.jasper.servlet.JspServletWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a page, in three ways better than Jasper does it. Where the disk does not take what comes of it, Jasper does not notice
 * and keeps the half of a class, and the page then fails without a word of the disk, or for good. And of a page that does not
 * compile Jasper tells the fault once, then for some seconds only that there is no class. Pages of older versions of Pages
 * compile too ({@link OlderPages}). Made by Jasper, by name, one a page;
 * Jasper calls it for one request at a time.
 *
 * <p>Specification: Pages 4.0, 1.1.4 Translation and Execution Phases; Pages 4.0, 1.1.9 Compiling JSP Pages.
 */
public final class PageCompiler extends JDTCompiler {
    /** More than source and classes of nearly every page. */
    private static final int ROOM = 256 * 1024;

    private @Nullable Exception fault;
    private boolean changed;

    /** Before Jasper looks at the directory: what is none when a page is first asked for Jasper takes for an archive. */
    @Override
    public void init(JspCompilationContext context, JspServletWrapper page) {
        super.init(context, page);
        try {
            Files.createDirectories(context.getOptions().getScratchDir().toPath());
        } catch (IOException e) {
            Logger.getLogger(PageCompiler.class.getName()).log(Level.FINE, "compiling will say so", e);
        }
    }

    @Override
    public boolean isOutDated(boolean checkClass) {
        changed = super.isOutDated(checkClass);
        return changed || fault != null;
    }

    @Override
    public void compile(boolean compileClass, boolean jspcMode) throws Exception {
        Exception known = fault;
        if (known != null && !changed) {
            throw known;
        }
        fault = null;
        errDispatcher = new OlderPages(jspcMode);
        try {
            takes(ctxt.getOptions().getScratchDir().toPath());
            super.compile(compileClass, jspcMode);
        } catch (FileNotFoundException gone) {
            throw gone;
        } catch (Exception e) {
            fault = e;
            throw e;
        }
    }

    private void takes(Path scratch) throws JasperException {
        try {
            // Somebody may have deleted it, with all compiled pages: they are compiled again.
            Files.createDirectories(scratch);
            Path trial = Files.createTempFile(scratch, "room", ".tmp");
            try {
                Files.write(trial, new byte[ROOM]);
            } finally {
                Files.deleteIfExists(trial);
            }
        } catch (IOException e) {
            throw new JasperException(
                    "the page " + ctxt.getJspFile() + " cannot be compiled, as " + scratch + " takes nothing more: "
                            + e.getMessage() + "; look at the disk's space and rights",
                    e);
        }
    }
}
