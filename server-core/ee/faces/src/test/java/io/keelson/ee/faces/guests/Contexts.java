package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.faces.application.ResourceHandler;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;

/** Producers of contexts, as applications of before Faces 2.3 have them. */
public class Contexts {
    @Produces
    private final ResourceHandler resources = FacesContext.getCurrentInstance() == null
            ? null
            : FacesContext.getCurrentInstance().getApplication().getResourceHandler();

    /** Makes the context of the request. */
    @Produces
    @RequestScoped
    public ExternalContext externalContext() {
        return FacesContext.getCurrentInstance().getExternalContext();
    }
}
