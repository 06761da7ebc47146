package io.keelson.ee.faces.guests;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.Serializable;
import java.util.List;

@Named
@ViewScoped
public class Guestbook implements Serializable {
    private static final long serialVersionUID = 1L;

    @Inject
    private Names names;

    @Inject
    private FacesContext faces;

    @NotNull
    @Size(min = 2, message = "a name has two letters")
    private String name;

    private int clicks;

    @PostConstruct
    void begin() {
        System.setProperty("keelson.test.guestbook", "begun");
    }

    @PreDestroy
    void end() {
        System.setProperty("keelson.test.guestbook", "ended");
    }

    public void sign() {
        names.all().add(name);
        faces.addMessage(null, new FacesMessage("signed by " + name));
    }

    public String leave() {
        return "/bye?faces-redirect=true";
    }

    public void click() {
        clicks++;
    }

    public int getClicks() {
        return clicks;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public List<String> getAll() {
        return names.all();
    }
}
