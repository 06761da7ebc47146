package io.keelson.ee.faces;

import jakarta.faces.component.html.HtmlInputFile;
import jakarta.faces.context.FacesContext;

/**
 * Keeps the files that were sent out of the view's state. They end with the request, but a valid file is the component's value for as long
 * as another field of the form is not valid, and the page could not be sent again. Made by Mojarra in the place of its superclass; one a
 * view.
 *
 * <p>Specification: Faces 4.1, 4.1.7 HtmlInputFile; Servlet 6.1, 3.2 File Upload.
 */
public class FileInput extends HtmlInputFile {
    /** Made by Mojarra. */
    public FileInput() {}

    @Override
    public Object saveState(FacesContext context) {
        if (!isLocalValueSet()) {
            return super.saveState(context);
        }
        Object sent = getLocalValue();
        setValue(null);
        setLocalValueSet(false);
        try {
            return super.saveState(context);
        } finally {
            setValue(sent);
        }
    }
}
