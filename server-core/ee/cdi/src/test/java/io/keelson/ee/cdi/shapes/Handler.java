package io.keelson.ee.cdi.shapes;

import jakarta.inject.Inject;
import jakarta.servlet.jsp.tagext.SimpleTagSupport;
import java.io.IOException;

/** A tag handler with a bean. */
public class Handler extends SimpleTagSupport {
    @Inject
    private Shape shape;

    @Override
    public void doTag() throws IOException {
        getJspContext().getOut().print(shape.describe() + " " + ShownTargets.names());
    }
}
