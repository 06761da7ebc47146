package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Part;
import jakarta.ejb.EJBLocalObject;

/** A row of c_part as other beans see it. */
public interface PartRow extends EJBLocalObject, Part {}
