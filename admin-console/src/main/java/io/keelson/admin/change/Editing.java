package io.keelson.admin.change;

import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.EditException;

/** Makes a text of another. */
public interface Editing {
    /** The edited text. */
    DomainFile on(DomainFile file) throws EditException, ChangeException;
}
