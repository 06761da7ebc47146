package io.keelson.pages;

import org.apache.jasper.JasperException;
import org.apache.jasper.compiler.ErrorDispatcher;
import org.apache.jasper.compiler.Mark;

/**
 * Lets pages compile that say {@code isThreadSafe} in their page directive, as many did until Pages 4.0 took it away. It asked for
 * a page that serves one request at a time, or said that it need not; the containers had stopped to heed it before. All other
 * faults are told as Jasper does. Used by one compilation.
 *
 * <p>Specification: Pages 4.0, 1.10.1 The page Directive.
 */
final class OlderPages extends ErrorDispatcher {
    private static final String NO_SUCH_ATTRIBUTE = "jsp.error.invalid.attribute";
    private static final String REMOVED = "isThreadSafe";

    OlderPages(boolean offline) {
        super(offline);
    }

    @Override
    public void jspError(Mark where, String fault, String... said) throws JasperException {
        if (fault.equals(NO_SUCH_ATTRIBUTE)
                && said.length == 2
                && said[0].equals("Page directive")
                && said[1].equals(REMOVED)) {
            return;
        }
        super.jspError(where, fault, said);
    }
}
