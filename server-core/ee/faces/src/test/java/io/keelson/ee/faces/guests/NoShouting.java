package io.keelson.ee.faces.guests;

import jakarta.faces.application.FacesMessage;
import jakarta.faces.component.UIComponent;
import jakarta.faces.context.FacesContext;
import jakarta.faces.validator.FacesValidator;
import jakarta.faces.validator.Validator;
import jakarta.faces.validator.ValidatorException;
import jakarta.inject.Inject;

@FacesValidator(value = "noShouting", managed = true)
public class NoShouting implements Validator<String> {
    @Inject
    private Names names;

    @Override
    public void validate(FacesContext context, UIComponent component, String value) {
        if (value.equals(value.toUpperCase(java.util.Locale.ROOT))) {
            throw new ValidatorException(new FacesMessage(names.polite(value) + ", do not shout"));
        }
    }
}
