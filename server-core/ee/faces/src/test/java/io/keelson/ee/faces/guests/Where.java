package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.faces.application.ResourceHandler;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** A bean that asks for contexts of Faces. */
@Named
@RequestScoped
public class Where {
    @Inject
    private ExternalContext external;

    @Inject
    private FacesContext context;

    /** Returns the address of the page, and whose beans they are. */
    public String getPath() {
        return external.getRequestServletPath() + " " + context.getViewRoot().getViewId() + " "
                + CDI.current().select(ResourceHandler.class).isAmbiguous();
    }
}
