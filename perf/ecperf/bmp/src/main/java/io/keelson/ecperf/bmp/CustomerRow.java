package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Customer;
import jakarta.ejb.EJBLocalObject;

/** A row of c_customer as other beans see it. */
public interface CustomerRow extends EJBLocalObject, Customer {}
