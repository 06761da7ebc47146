<%@ page contentType="text/html; charset=UTF-8" %>
<%@ taglib prefix="s" uri="/struts-tags" %>
<p>Hello <s:property value="name"/>, time <s:property value="times"/>, picture <s:property value="pictureSize"/></p>
